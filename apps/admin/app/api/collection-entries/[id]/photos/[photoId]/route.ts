import { getCollectionEntryPhoto } from '@salama/domain/photos'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getCollectionEntryPhoto })
