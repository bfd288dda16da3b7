import type { EmailDriver } from '@supabase/lite'
import type { Queryable } from '../database/index.ts'
import { type Polling, startPolling } from '../polling.ts'
import { mailFailure } from './sending.ts'

type ReportMail = {
  id: string
  to: string
  locale: 'en' | 'sw'
  newOutcome: string
  /** Null for a report that is not public. */
  outcome: string | null
  hasAccount: boolean
}

type Options = { riderUrl: string; log: (line: string) => void }

/**
 * Mails subscribed reporters the outcome of their report, through the mail server of the settings, or into the demo's
 * mailbox. What the mail server does not accept is sent again later.
 */
export function startReportMails(
  database: Pick<Queryable, 'query'>,
  driver: EmailDriver,
  everyMs: number,
  { riderUrl, log }: Options,
): Polling {
  return startPolling(
    everyMs,
    async () => {
      const [claimed] = await database.query<{ mails: ReportMail[] }>('select api.claim_report_mails() as mails')
      for (const mail of claimed?.mails ?? []) {
        try {
          await driver.send({ to: mail.to, ...messageOf(mail, riderUrl) })
          await database.query('select api.finish_report_mail($1, $2)', [mail.id, mail.newOutcome])
        } catch (error) {
          log(mailFailure(error))
        }
      }
    },
    (error) => log(`Mails about reports failed: ${String(error)}`),
  )
}

/** Neither what was reported nor where: a mail passes through other hands. */
function messageOf({ id, locale, outcome, hasAccount }: ReportMail, riderUrl: string) {
  const words = WORDS[locale]
  const known = Object.entries(words.outcomes).find(([name]) => name === outcome)
  const page = `${riderUrl}/${locale}`
  const text = [
    known ? known[1] : words.news,
    hasAccount ? `${words.account} ${page}/my-reports` : `${words.receipt} ${page}/receipt`,
    '',
    `${words.why} ${page}/stop-emails#${id}`,
  ]
  return { subject: words.subject, text: text.join('\n') }
}

const WORDS = {
  en: {
    subject: 'Salama: news about your report',
    outcomes: {
      accepted: 'A reviewer has accepted your report. Thank you.',
      duplicate: 'Your report was already known. Thank you.',
      rejected: 'Your report could not be used.',
      needs_info: 'A reviewer has a question about your report.',
    },
    news: 'There is news about your report.',
    account: 'See it under My reports:',
    receipt: 'Enter the code of your receipt to see it:',
    why: 'You get this email because you asked for it with your report. To stop these emails:',
  },
  sw: {
    subject: 'Salama: habari za ripoti yako',
    outcomes: {
      accepted: 'Mkaguzi amekubali ripoti yako. Asante.',
      duplicate: 'Ripoti yako ilikuwa inajulikana tayari. Asante.',
      rejected: 'Ripoti yako haikuweza kutumika.',
      needs_info: 'Mkaguzi ana swali kuhusu ripoti yako.',
    },
    news: 'Kuna habari kuhusu ripoti yako.',
    account: 'Ione chini ya Ripoti zangu:',
    receipt: 'Weka msimbo wa risiti yako ili uione:',
    why: 'Unapata barua pepe hii kwa sababu uliiomba ulipotuma ripoti. Kusitisha barua pepe hizi:',
  },
} as const
