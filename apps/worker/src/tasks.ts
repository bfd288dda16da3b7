import { deletePicture } from '@salama/domain/jobs'
import type { PushSettings } from '@salama/push/env.ts'
import { z } from 'zod'
import { accountMail } from './mails/account-mail.ts'
import { adminMail } from './mails/admin-mail.ts'
import { reportMail } from './mails/report-mail.ts'
import { type Mailing, mailSender } from './mails/send-mail.ts'
import { push } from './push/push.ts'
import type { Task } from './task.ts'
import { adminWebhook } from './webhook/admin-webhook.ts'
import { keyWebhook } from './webhook/key-webhook.ts'
import type { WebhookSettings } from './webhook/send-webhook.ts'

export type Settings = Mailing & {
  /** For links in mails to riders. */
  riderUrl: string
  /** For links in mails to admins. */
  consoleUrl?: string | undefined
  webhook?: WebhookSettings | undefined
  /** Whether webhooks of API keys may have a private IP address, and plain http. */
  privateWebhooks?: boolean
  push: PushSettings
}

/** What the worker can do, by the names of app.jobs. */
export function makeTasks(settings: Settings): ReadonlyMap<string, Task> {
  const send = mailSender(settings)
  return new Map([
    ['account_mail', accountMail(send)],
    ['admin_mail', adminMail(send, settings.consoleUrl)],
    ['report_mail', reportMail(send, settings.riderUrl)],
    ['admin_webhook', adminWebhook(settings.webhook, settings.consoleUrl)],
    ['webhook', keyWebhook(settings.privateWebhooks === true)],
    ['push', push(settings.push)],
    ['erase_photo', erasePhoto],
    ['erase_photo_again', erasePhoto],
  ])
}

const Photo = z.object({ object: z.string() })

/** A missing picture is no error. */
const erasePhoto: Task = (content) => deletePicture(Photo.parse(content).object)
