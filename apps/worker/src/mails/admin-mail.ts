import { ADMIN_ALERT_KINDS } from '@salama/domain/admin-alerts/contract'
import { ChosenLocale } from '@salama/domain/shared'
import { createTranslator } from 'use-intl/core'
import { z } from 'zod'
import { textsIn } from '../messages.ts'
import type { Task } from '../task.ts'
import type { SendMail } from './send-mail.ts'

const Content = z.object({
  userId: z.uuid(),
  to: z.string(),
  how: z.enum(['at_once', 'digest']),
  locale: ChosenLocale,
  lastId: z.int(),
  kinds: z.partialRecord(z.enum(ADMIN_ALERT_KINDS), z.int()),
})
type Content = z.infer<typeof Content>

/** Mails alerts to an admin who wants them, at once or as a digest. */
export const adminMail =
  (send: SendMail, consoleUrl: string | undefined): Task =>
  async (content, id) => {
    const mail = Content.parse(content)
    await send({ id, to: mail.to, ...messageOf(mail, consoleUrl) })
    return { userId: mail.userId, lastId: mail.lastId }
  }

/** Counts by kind only: a mail passes through other hands. */
function messageOf({ locale, how, kinds }: Content, consoleUrl: string | undefined) {
  const t = createTranslator({ ...textsIn(locale), namespace: 'mails.admin' })
  const counts = ADMIN_ALERT_KINDS.map((kind) => ({ kind, count: kinds[kind] ?? 0 })).filter(({ count }) => count > 0)
  const lines = counts.map(({ kind, count }) => `- ${t(`kinds.${kind}`)}: ${count}`)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const text = [t('intro'), '', ...lines, '', ...(consoleUrl ? [`${t('open')} ${consoleUrl}`, ''] : []), t('stop')]
  return { subject: t(`subject.${how}`, { count: all }), text: text.join('\n') }
}
