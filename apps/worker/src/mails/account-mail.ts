import { CITY } from '@salama/domain/shared'
import { createTranslator } from 'use-intl/core'
import { z } from 'zod'
import { textsIn } from '../messages.ts'
import type { Task } from '../task.ts'
import type { SendMail } from './send-mail.ts'

const KINDS = ['second_factor_reset', 'passkey_added', 'passkey_removed', 'webhook_disabled'] as const
const Content = z.object({ to: z.string(), kind: z.enum(KINDS) })

/** Mails people what was done to their account. In every language of the city, because an account has none. */
export const accountMail =
  (send: SendMail): Task =>
  async (content, id) => {
    const { to, kind } = Content.parse(content)
    await send({ id, to, ...messageOf(kind) })
  }

function messageOf(kind: z.infer<typeof Content>['kind']) {
  const all = CITY.languages.map((locale) => createTranslator({ ...textsIn(locale), namespace: 'mails.account' }))
  const subject = `Salama: ${all.map((t) => t(`${kind}.subject`)).join(' / ')}`
  return { subject, text: all.map((t) => `${t(`${kind}.text`)}\n${t(`${kind}.other`)}`).join('\n\n') }
}
