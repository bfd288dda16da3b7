import { withDevice } from '@salama/session'
import { route } from '@salama/session/route'
import { subscribePush } from '@salama/ui/alerts/subscribe-push.ts'

const handlers = route({ POST: subscribePush })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withDevice(handlers.POST)
