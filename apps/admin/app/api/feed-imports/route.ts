import { listFeedImports } from '@salama/domain/network/feed-imports'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: listFeedImports })
