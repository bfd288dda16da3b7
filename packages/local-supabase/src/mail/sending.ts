import { ConsoleEmailDriver, type EmailDriver, SmtpEmailDriver } from '@supabase/lite'
import type { Background } from '../background.ts'

export type SmtpServer = { host: string; port: number; user: string; pass: string; from: string }

/** So many mails may wait for a mail server that is slow or away; what comes then is dropped, and the log says so. */
export const MAILS_WAITING = 1000

const TIMEOUT_MS = 10_000

/** The driver of a mail server, or, without one, one that prints. */
export function mailServer(smtp: SmtpServer | undefined): EmailDriver {
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

/**
 * Sends mails behind whoever asks for them: sending takes long enough to be seen from outside, and lite would hold the
 * embedded database meanwhile.
 */
export function sendLater(driver: EmailDriver, background: Background, log: (line: string) => void): EmailDriver {
  return {
    send: async (message) => {
      if (!background.offer(() => driver.send(message))) log('A mail was dropped: too many are waiting')
    },
  }
}

/** Why a mail was not sent, without what names anybody: a mail server's words may repeat the address. */
export function mailFailure(error: unknown): string {
  const cause: unknown = Object(error).cause ?? error
  const { code, responseCode } = Object(cause)
  return `A mail was not sent: ${[code, responseCode].filter(Boolean).join(' ') || Object(cause).name}`
}
