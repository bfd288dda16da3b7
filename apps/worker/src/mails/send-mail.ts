import { createTransport } from 'nodemailer'
import { JobFailed } from '../task.ts'

type MailboxAccess = { url: string; publishableKey: string; token: () => string }
type SmtpServer = { host: string; port: number; user: string; pass: string; from: string }

/** A mail of plain text. `id` is the same at every attempt. */
type Mail = { id: string; to: string; subject: string; text: string }
export type SendMail = (mail: Mail) => Promise<void>

export type Mailing = {
  smtp?: SmtpServer | undefined
  /** The mailbox of the demo, which takes mails of the worker alone. */
  mailbox?: MailboxAccess | undefined
}

const TIMEOUT_MS = 10_000

/** How mails leave: through a mail server, or into the mailbox of the demo. With neither each of them fails. */
export function mailSender({ smtp, mailbox }: Mailing): SendMail {
  if (smtp) return throughServer(smtp)
  if (mailbox) return intoMailbox(mailbox)
  return () => Promise.reject(new JobFailed('no mail server is set (SMTP_HOST, SMTP_FROM)'))
}

function throughServer({ host, port, user, pass, from }: SmtpServer): SendMail {
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: port === 465,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(user && { auth: { user, pass } }),
  })
  return async ({ id, ...mail }) => {
    const messageId = `<${id}@${from.split('@')[1]}>`
    await transport
      .sendMail({ ...mail, from: { name: 'Salama', address: from }, messageId })
      .catch((error: unknown) => {
        // Its message may repeat the e-mail address.
        const { code, responseCode } = Object(error)
        throw new JobFailed(`mail server: ${[code, responseCode].filter(Boolean).join(' ') || 'no answer'}`, {
          cause: error,
        })
      })
  }
}

function intoMailbox({ url, publishableKey, token }: MailboxAccess): SendMail {
  return async (mail) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { apikey: publishableKey, authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(mail),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new JobFailed(`mailbox: ${response.status}`)
  }
}
