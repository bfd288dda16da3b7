import { listWebhooks, setWebhook } from '@salama/domain/webhooks'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: listWebhooks, POST: setWebhook })
