import { ADMIN_ALERT_KINDS } from '@salama/domain/admin-alerts/contract'
import { z } from 'zod'
import { JobFailed, type Task } from '../task.ts'
import { sendWebhook, type WebhookSettings } from './send-webhook.ts'

const Content = z.object({ kind: z.enum(ADMIN_ALERT_KINDS), at: z.string() })

/**
 * Sends an alert to the webhook of the settings, if there is one, with the same content as the mail: the kind. No place,
 * plate, text or id of a report. A server that responds 410 gets nothing more until the next start.
 */
export function adminWebhook(webhook: WebhookSettings | undefined, consoleUrl: string | undefined): Task {
  let isGone = false
  return async (content, id) => {
    if (!webhook) return
    if (isGone) throw new JobFailed('the webhook wants no more messages (410)', { isFinal: true })
    const { kind, at } = Content.parse(content)
    const body = JSON.stringify({
      type: `admin_alert.${kind}`,
      timestamp: at,
      data: { kind, ...(consoleUrl && { consoleUrl }) },
    })
    const status = await sendWebhook({ id, body }, webhook)
    isGone = status === 410
    if (status < 200 || status >= 300) throw new JobFailed(`the webhook answered ${status}`, { isFinal: isGone })
  }
}
