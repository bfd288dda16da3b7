import { Delivery } from '@salama/domain/alerts'
import type { PushSettings } from '@salama/push/env.ts'
import { sendPush } from '@salama/push/send-push.ts'
import { JobFailed, type Task } from '../task.ts'
import { fieldMessage } from './field-message.ts'
import { riderMessage } from './rider-message.ts'

/** Sends a message to one browser. A browser that has unsubscribed is forgotten. Its tag makes a repetition invisible. */
export const push =
  (settings: PushSettings): Task =>
  async (content) => {
    const delivery = Delivery.parse(content)
    const message = delivery.app === 'rider' ? riderMessage(delivery, Date.now()) : fieldMessage(delivery)
    if (message === null) return
    const outcome = await sendPush(delivery, message, settings)
    if (outcome === 'failed') throw new JobFailed('the push service did not accept the message')
    return { endpoint: delivery.endpoint, gone: outcome === 'gone' }
  }
