import { exportCollectionEntries } from '@salama/domain/field-exports'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: exportCollectionEntries })
