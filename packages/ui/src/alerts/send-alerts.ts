import { randomUUID } from 'node:crypto'
import {
  type AlertApp,
  claimAlertDeliveries,
  type Delivery,
  finishAlertDeliveries,
  type Outcome,
} from '@salama/domain/alerts'
import { log } from '@salama/http'
import { pushSettings } from '@salama/push/env.ts'
import { type Message, sendPush } from '@salama/push/send-push.ts'

const EVERY_MS = 5_000

/** What an app sends: `messageOf` words a delivery in the language of its browser; null: there is nothing left to say. */
export type Sending = { app: AlertApp; messageOf: (delivery: Delivery, nowMs: number) => Message | null }

/** Sends an app's alerts while this process runs; several processes may. What fails is due again later. */
export function startSendingAlerts(sending: Sending): void {
  let running = false
  setInterval(async () => {
    if (running) return
    running = true
    try {
      await sendAlerts(sending)
    } catch (error) {
      log.warn({ cause: error instanceof Error ? error.message : undefined }, 'alerts were not sent')
    } finally {
      running = false
    }
  }, EVERY_MS).unref()
}

/** Sends what is due now. Without keys nobody can subscribe, and alerts are only shown in the app. */
export async function sendAlerts({ app, messageOf }: Sending): Promise<void> {
  if (pushSettings().vapid === null) return
  const requestId = randomUUID()
  const deliveries = await claimAlertDeliveries(requestId, app)
  if (deliveries.length === 0) return
  const deliver = async (delivery: Delivery): Promise<Outcome | null> => {
    const { alertId, endpoint } = delivery
    const message = messageOf(delivery, Date.now())
    const outcome = message === null ? 'sent' : await sendPush(delivery, message)
    return outcome === 'failed' ? null : { alertId, endpoint, outcome }
  }
  const outcomes = (await Promise.all(deliveries.map(deliver))).filter((outcome) => outcome !== null)
  await finishAlertDeliveries(requestId, outcomes)
  log.info({ due: deliveries.length, confirmed: outcomes.length }, 'alerts sent')
}
