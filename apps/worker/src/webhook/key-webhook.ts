import { z } from 'zod'
import { JobFailed, type Task } from '../task.ts'
import { sendWebhook } from './send-webhook.ts'

const Content = z.object({
  id: z.uuid(),
  /** Of the change that is sent; null: a test. */
  position: z.int().nullable(),
  url: z.string(),
  secrets: z.array(z.string()),
  message: z.unknown(),
})

/** Sends a change of an incident to a webhook of an API key. A server that responds 410 wants no more. */
export function keyWebhook(allowPrivate: boolean): Task {
  return async (content) => {
    const { id, position, url, secrets, message } = Content.parse(content)
    const started = performance.now()
    // A receiver may drop an id that it has seen, so what changed meanwhile has another one.
    const messageId = position === null ? id : `${id}.${position}`
    const status = await sendWebhook({ id: messageId, body: JSON.stringify(message) }, { url, secrets, allowPrivate })
    if (status < 200 || status >= 300) throw new JobFailed(`the server answered ${status}`, { isFinal: status === 410 })
    return { id, position, tookMs: Math.round(performance.now() - started) }
  }
}
