import { withdrawCollectionEntry } from '@salama/domain/collection-entries'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: withdrawCollectionEntry })
