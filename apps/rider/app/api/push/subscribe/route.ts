import { withDevice } from '@salama/session'
import { route } from '@salama/session/route'
import { registerPush } from '@/alerts/register-push.ts'

const handlers = route({ POST: registerPush })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withDevice(handlers.POST)
