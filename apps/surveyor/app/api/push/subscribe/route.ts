import { route } from '@salama/session/route'
import { subscribePush } from '@salama/ui/alerts/subscribe-push.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: subscribePush })
