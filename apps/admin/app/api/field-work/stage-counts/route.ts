import { exportStageCounts } from '@salama/domain/field-exports'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: exportStageCounts })
