import { sendWebhook } from '@salama/domain/webhooks'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: sendWebhook })
