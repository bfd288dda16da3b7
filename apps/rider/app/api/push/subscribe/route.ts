import { subscribePush } from '@salama/push/subscribe-push.ts'
import { withDevice } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ POST: subscribePush })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withDevice(handlers.POST)
