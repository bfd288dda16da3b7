import { ConsoleEmailDriver, type EmailDriver, SmtpEmailDriver } from '@supabase/lite'
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

/**
 * Sends mails in the background: sending takes long enough to be observable by timing, and lite would hold the embedded
 * database meanwhile.
 */
export function sendLater(driver: EmailDriver, background: Background, log: (line: string) => void): EmailDriver {
  return {
    send: async (message) => {
      if (!background.offer(() => driver.send(message))) log('A mail was dropped: too many are waiting')
    },
  }
}

/** Why a mail was not sent, redacted: a mail server's message may repeat the e-mail address. */
export function mailFailure(error: unknown): string {
  const cause: unknown = Object(error).cause ?? error
  const { code, responseCode } = Object(cause)
  return `A mail was not sent: ${[code, responseCode].filter(Boolean).join(' ') || Object(cause).name}`
}
