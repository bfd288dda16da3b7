import type { EmailDriver } from '@supabase/lite'
import type { Queryable } from '../database/index.ts'
import { mailFailure } from './sending.ts'

type AlertMail = {
  userId: string
  to: string
  how: 'at_once' | 'digest'
  locale: 'en' | 'sw'
  lastId: number
  kinds: Partial<Record<keyof (typeof WORDS)['en']['kinds'], number>>
}

const EVERY_MS = 15_000

/**
 * Mails alerts to the admins who want them, at once or as a digest, through the mail server of the settings, or into the
 * demo's mailbox. A mail that is not accepted is sent again a minute later.
 */
export function startAlertMails(
  database: Pick<Queryable, 'query'>,
  driver: EmailDriver,
  { consoleUrl, log }: { consoleUrl?: string | undefined; log: (line: string) => void },
): () => void {
  let isSending = false
  const timer = setInterval(() => {
    if (isSending) return
    isSending = true
    sendAlertMails(database, driver, { consoleUrl, log })
      .catch((error: unknown) => log(`Mails about alerts failed: ${String(error)}`))
      .finally(() => {
        isSending = false
      })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Sends what is due. Returns how many mails were accepted. */
async function sendAlertMails(
  database: Pick<Queryable, 'query'>,
  driver: EmailDriver,
  { consoleUrl, log }: { consoleUrl?: string | undefined; log: (line: string) => void },
): Promise<number> {
  const [claimed] = await database.query<{ mails: AlertMail[] }>('select api.claim_admin_mails() as mails')
  let sent = 0
  for (const mail of claimed?.mails ?? []) {
    try {
      await driver.send({ to: mail.to, ...messageOf(mail, consoleUrl) })
      await database.query('select api.finish_admin_mail($1, $2)', [mail.userId, mail.lastId])
      sent += 1
    } catch (error) {
      log(mailFailure(error))
    }
  }
  return sent
}

/** Counts by kind only: a mail passes through other hands. */
function messageOf({ locale, how, kinds }: AlertMail, consoleUrl: string | undefined) {
  const words = WORDS[locale]
  const lines = Object.entries(kinds).map(
    ([kind, count]) => `- ${words.kinds[kind as keyof typeof words.kinds] ?? kind}: ${count}`, // the kinds of the database
  )
  const all = Object.values(kinds).reduce((sum, count) => sum + count, 0)
  const text = [words.intro, '', ...lines, '', ...(consoleUrl ? [`${words.open} ${consoleUrl}`, ''] : []), words.stop]
  return { subject: words.subject[how].replace('{count}', String(all)), text: text.join('\n') }
}

const WORDS = {
  en: {
    subject: { at_once: 'Salama: {count} new alerts', digest: 'Salama: {count} alerts since yesterday' },
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
    stop: 'Kubadilisha barua pepe hizi, fungua Tahadhari kwenye konsoli.',
  },
} as const
