import type { Queryable } from '../database/index.ts'
import { type Polling, startPolling } from '../polling.ts'
import { sendWebhook, type WebhookSettings } from './send-webhook.ts'

type ClaimedAlert = { alertId: number; messageId: string; kind: string; at: string }

type Options = { webhook: WebhookSettings; consoleUrl?: string | undefined; log: (line: string) => void }

/**
 * Sends admins' alerts to the webhook of the settings. It runs beside the mails, so a server that does not respond
 * delays no mail. A server that responds 410 gets nothing more until the next start.
 */
export function startAlertWebhooks(database: Pick<Queryable, 'query'>, everyMs: number, options: Options): Polling {
  const polling = startPolling(
    everyMs,
    async () => {
      if (!(await sendAlertWebhooks(database, options))) polling.stop()
    },
    (error) => options.log(`Webhooks about alerts failed: ${String(error)}`),
  )
  return polling
}

/** Sends what is due, all at the same time. Returns whether the server wants more. */
async function sendAlertWebhooks(
  database: Pick<Queryable, 'query'>,
  { webhook, consoleUrl, log }: Options,
): Promise<boolean> {
  const [claimed] = await database.query<{ alerts: ClaimedAlert[] }>('select api.claim_admin_webhooks() as alerts')
  const outcomes = await Promise.all(
    (claimed?.alerts ?? []).map(async (alert) => {
      const outcome = await sendWebhook({ id: alert.messageId, body: bodyOf(alert, consoleUrl) }, webhook, log)
      if (outcome === 'delivered') await database.query('select api.finish_admin_webhook($1)', [alert.alertId])
      return outcome
    }),
  )
  return !outcomes.includes('gone')
}

/** The same content as the mail: the kind. No place, plate, text or id of a report. */
const bodyOf = ({ kind, at }: ClaimedAlert, consoleUrl: string | undefined) =>
  JSON.stringify({ type: `admin_alert.${kind}`, timestamp: at, data: { kind, ...(consoleUrl && { consoleUrl }) } })
