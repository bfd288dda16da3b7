import { ConsoleEmailDriver, type EmailDriver, type EmailMessage, SmtpEmailDriver } from '@supabase/lite'
import type { Background } from '../background.ts'

export type SmtpServer = { host: string; port: number; user: string; pass: string; from: string }

/** How many mails may be queued for a slow or unavailable mail server; further ones are dropped and logged. */
export const MAILS_WAITING = 1000

const TIMEOUT_MS = 10_000

type Mailing = { smtp?: SmtpServer; dropMails?: boolean }

/** The driver of a mail server; without one, one that prints, or says that there is none. */
export function mailServer({ smtp, dropMails = false }: Mailing): EmailDriver {
  if (!smtp && dropMails) return { send: () => Promise.reject(new NoMailServer()) }
  if (!smtp) return new ConsoleEmailDriver()
  const { host, port, user, pass, from } = smtp
  return new SmtpEmailDriver({
    host,
    port,
    from: { name: 'Salama', address: from },
    timeoutMs: TIMEOUT_MS,
    ...(user && { user, pass }),
  })
}

class NoMailServer extends Error {
  override name = 'no mail server is set (SMTP_HOST, SMTP_FROM)'
}

/** The codes in the mails work for ten minutes, and only as long as this process lives. */
const TRIED_FOR_MS = 300_000
const TRIED_EVERY_MS = 5_000

/**
 * Sends mails in the background: sending takes long enough to be observable by timing, and lite would hold the embedded
 * database meanwhile. While the mail server is away, or asks to come again, a mail is tried again.
 */
export function sendLater(driver: EmailDriver, background: Background, log: (line: string) => void): EmailDriver {
  const offer = (message: EmailMessage, triesLeft: number) => {
    const work = async () => {
      try {
        await driver.send(message)
      } catch (error) {
        if (triesLeft === 0 || isRefused(error)) throw error
        setTimeout(() => offer(message, triesLeft - 1), TRIED_EVERY_MS).unref()
      }
    }
    if (!background.offer(work)) log('A mail was dropped: too many are waiting')
  }
  return { send: async (message) => offer(message, TRIED_FOR_MS / TRIED_EVERY_MS) }
}

/** nodemailer's error, whose message may repeat the e-mail address. */
const causeOf = (error: unknown) => Object(Object(error).cause ?? error)

/** For good: by the mail server, or because there is none. */
const isRefused = (error: unknown) => error instanceof NoMailServer || causeOf(error).responseCode >= 500

/** Why a mail was not sent, redacted. */
export function mailFailure(error: unknown): string {
  const { code, responseCode, name } = causeOf(error)
  return `A mail was not sent: ${[code, responseCode].filter(Boolean).join(' ') || name}`
}
