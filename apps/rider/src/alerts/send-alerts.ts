import { randomUUID } from 'node:crypto'
import { claimAlertDeliveries, type Delivery, finishAlertDeliveries, type Outcome } from '@salama/domain/alerts'
import { log } from '@salama/http'
import { pushSettings } from '@salama/push/env.ts'
import { sendPush } from '@salama/push/send-push.ts'
import { alertMessage } from './alert-message.ts'

const EVERY_MS = 5_000

/** Sends alerts while this process runs; several processes may. What fails is due again later. */
export function startSendingAlerts(): void {
  let running = false
  setInterval(async () => {
    if (running) return
    running = true
    try {
      await sendAlerts()
    } catch (error) {
      log.warn({ cause: error instanceof Error ? error.message : undefined }, 'alerts were not sent')
    } finally {
      running = false
    }
  }, EVERY_MS).unref()
}

/** Sends what is due now. Without keys nobody can subscribe, and alerts are only shown in the app. */
export async function sendAlerts(): Promise<void> {
  if (pushSettings().vapid === null) return
  const requestId = randomUUID()
  const deliveries = await claimAlertDeliveries(requestId)
  if (deliveries.length === 0) return
  const outcomes = (await Promise.all(deliveries.map(deliver))).filter((outcome) => outcome !== null)
  await finishAlertDeliveries(requestId, outcomes)
  log.info({ due: deliveries.length, confirmed: outcomes.length }, 'alerts sent')
}

async function deliver(delivery: Delivery): Promise<Outcome | null> {
  const { alertId, endpoint } = delivery
  const message = alertMessage(delivery, Date.now())
  const outcome = message === null ? 'sent' : await sendPush(delivery, message)
  return outcome === 'failed' ? null : { alertId, endpoint, outcome }
}
