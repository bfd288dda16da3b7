import type { EmailDriver } from '@supabase/lite'
import type { Queryable } from '../database/index.ts'
import { type Polling, startPolling } from '../polling.ts'
import { mailFailure } from './sending.ts'

type AlertMail = {
  userId: string
  to: string
  how: 'at_once' | 'digest'
  locale: 'en' | 'sw'
  lastId: number
  kinds: Partial<Record<keyof (typeof WORDS)['en']['kinds'], number>>
}

type Options = { consoleUrl?: string | undefined; log: (line: string) => void }

/**
 * Mails alerts to the admins who want them, at once or as a digest, through the mail server of the settings, or into the
 * demo's mailbox. A mail that is not accepted is sent again a minute later.
 */
export function startAlertMails(
  database: Pick<Queryable, 'query'>,
  driver: EmailDriver,
  everyMs: number,
  options: Options,
): Polling {
  return startPolling(
    everyMs,
    () => sendAlertMails(database, driver, options),
    (error) => options.log(`Mails about alerts failed: ${String(error)}`),
  )
}

/** Sends what is due. */
async function sendAlertMails(
  database: Pick<Queryable, 'query'>,
  driver: EmailDriver,
  { consoleUrl, log }: Options,
): Promise<void> {
  const [claimed] = await database.query<{ mails: AlertMail[] }>('select api.claim_admin_mails() as mails')
  for (const mail of claimed?.mails ?? []) {
    try {
      await driver.send({ to: mail.to, ...messageOf(mail, consoleUrl) })
      await database.query('select api.finish_admin_mail($1, $2)', [mail.userId, mail.lastId])
    } catch (error) {
      log(mailFailure(error))
    }
  }
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
