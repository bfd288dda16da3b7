import { setWebhook } from '@salama/domain/webhooks'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: setWebhook })
