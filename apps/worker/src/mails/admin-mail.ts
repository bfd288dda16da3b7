import { ADMIN_ALERT_KINDS } from '@salama/domain/admin-alerts/contract'
import { z } from 'zod'
import type { Task } from '../task.ts'
import type { SendMail } from './send-mail.ts'

const Content = z.object({
  userId: z.uuid(),
  to: z.string(),
  how: z.enum(['at_once', 'digest']),
  locale: z.enum(['en', 'sw']),
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
  const words = WORDS[locale]
  const counts = ADMIN_ALERT_KINDS.map((kind) => ({ kind, count: kinds[kind] ?? 0 })).filter(({ count }) => count > 0)
  const lines = counts.map(({ kind, count }) => `- ${words.kinds[kind]}: ${count}`)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const text = [words.intro, '', ...lines, '', ...(consoleUrl ? [`${words.open} ${consoleUrl}`, ''] : []), words.stop]
  return { subject: words.subject[how].replace('{count}', String(all)), text: text.join('\n') }
}

const WORDS = {
  en: {
    subject: { at_once: 'Salama alerts: {count} new', digest: 'Salama alerts: {count} since yesterday' },
    intro: 'New in the console:',
    kinds: {
      injury: 'Injuries reported',
      assault: 'Assaults reported',
      overdue: 'Overdue items',
      not_safe: 'Places where a surveyor does not feel safe',
      feed_stopped: 'The public feed has stopped',
    },
    open: 'Open the console:',
    stop: 'To change these emails, open Alerts in the console.',
  },
  sw: {
    subject: { at_once: 'Salama: tahadhari mpya {count}', digest: 'Salama: tahadhari {count} tangu jana' },
    intro: 'Mapya kwenye konsoli:',
    kinds: {
      injury: 'Majeruhi walioripotiwa',
      assault: 'Mashambulio yaliyoripotiwa',
      overdue: 'Vipengee vilivyochelewa',
      not_safe: 'Mahali ambapo mtafiti hajisikii salama',
      feed_stopped: 'Taarifa za umma zimesimama',
    },
    open: 'Fungua konsoli:',
    stop: 'Kubadilisha barua pepe hizi, fungua Arifa kwenye konsoli.',
  },
} as const
