import { subscribePush } from '@salama/push/subscribe-push.ts'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: subscribePush })
