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

class TooLate extends Error {
  override name = 'it waited for too long'
}

/** The codes in the mails work for ten minutes, and only as long as this process lives. */
const TRIED_FOR_MS = 300_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Sends mails in the background: sending takes long enough to be observable by timing, and lite would hold the embedded
 * database meanwhile. While the mail server is away, or asks to come again, a mail is tried again.
 */
export function sendLater(driver: EmailDriver, background: Background, log: (line: string) => void): EmailDriver {
  const send = async (message: EmailMessage) => {
    const until = performance.now() + TRIED_FOR_MS
    let pauseMs = 5_000
    const work = async () => {
      try {
        if (performance.now() > until) throw new TooLate()
        await driver.send(message)
      } catch (error) {
        if (isRefused(error) || performance.now() + pauseMs > until) throw error
        background.again(work, pauseMs)
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      }
    }
    if (!background.offer(work)) log('A mail was dropped: too many are waiting')
  }
  return { send }
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
