import { checkFeed } from '@salama/domain/network/feed-imports'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: checkFeed })
