import { ChosenLocale } from '@salama/domain/shared'
import { createTranslator } from 'use-intl/core'
import { z } from 'zod'
import { textsIn } from '../messages.ts'
import type { Task } from '../task.ts'
import type { SendMail } from './send-mail.ts'

const Content = z.object({
  id: z.string(),
  to: z.string(),
  locale: ChosenLocale,
  newOutcome: z.string(),
  /** Null for a report that is not public. */
  outcome: z.string().nullable(),
  hasAccount: z.boolean(),
})
type Content = z.infer<typeof Content>

/** Mails subscribed reporters the outcome of their report. */
export const reportMail =
  (send: SendMail, riderUrl: string): Task =>
  async (content, id) => {
    const mail = Content.parse(content)
    await send({ id, to: mail.to, ...messageOf(mail, riderUrl) })
    return { id: mail.id, newOutcome: mail.newOutcome }
  }

/** Neither what was reported nor where: a mail passes through other hands. */
function messageOf({ id, locale, outcome, hasAccount }: Content, riderUrl: string) {
  const t = createTranslator({ ...textsIn(locale), namespace: 'mails.report' })
  const known = OUTCOMES.find((name) => name === outcome)
  const page = `${riderUrl}/${locale}`
  const text = [
    known ? t(`outcomes.${known}`) : t('news'),
    hasAccount ? `${t('account')} ${page}/my-reports` : `${t('receipt')} ${page}/receipt`,
    '',
    `${t('why')} ${page}/stop-emails#${id}`,
  ]
  return { subject: t('subject'), text: text.join('\n') }
}

const OUTCOMES = ['accepted', 'duplicate', 'rejected', 'needs_info'] as const
