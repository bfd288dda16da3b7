import { Delivery, FirstDelivery } from '@salama/domain/alerts'
import type { PushSettings } from '@salama/push/env.ts'
import { type Message, sendPush } from '@salama/push/send-push.ts'
import { z } from 'zod'
import { JobFailed, type Task } from '../task.ts'
import { fieldMessage } from './field-message.ts'
import { firstMessage } from './first-message.ts'
import { riderMessage } from './rider-message.ts'

/** Sends a message to one browser. A browser that has unsubscribed is forgotten. Its tag makes a repetition invisible. */
export const push =
  (settings: PushSettings): Task =>
  async (content) => {
    const delivery = z.union([Delivery, FirstDelivery]).parse(content)
    const message = messageOf(delivery)
    if (message === null) return
    const outcome = await sendPush(delivery, message, settings)
    if (outcome === 'failed') throw new JobFailed('the push service did not accept the message')
    const { endpoint } = delivery
    return { endpoint, gone: outcome === 'gone', ...('proof' in delivery && { proof: delivery.proof }) }
  }

function messageOf(delivery: Delivery | FirstDelivery): Message | null {
  if ('proof' in delivery) return firstMessage(delivery)
  return delivery.app === 'rider' ? riderMessage(delivery, Date.now()) : fieldMessage(delivery)
}
