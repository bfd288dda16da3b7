import { z } from 'zod'
import type { Task } from '../task.ts'
import type { SendMail } from './send-mail.ts'

const Content = z.object({
  id: z.string(),
  to: z.string(),
  locale: z.enum(['en', 'sw']),
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
