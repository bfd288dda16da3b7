import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { EmailDriver, EmailMessage } from '@supabase/lite'

/** A sent mail. `code` is its six-digit code, if any. */
export type Mail = {
  id: string
  to: string
  subject: string
  sentAt: string
  code: string | null
  text: string
  html: string | null
}

/** Newest first. */
export type Mailbox = {
  list: (to?: string) => Mail[]
  find: (id: string) => Mail | undefined
  driver: EmailDriver
}

const MAX_MAILS = 200

/**
 * The embedded default sends no mail. It stores the last 200 and shows them on a page, so that sign-up and password
 * reset can be tried on one machine. With a file they persist across restarts: one JSON object per line.
 */
export function openMailbox(file?: string): Mailbox {
  let mails = file ? read(file) : []
  return {
    list: (to) => (to ? mails.filter((mail) => mail.to === to.trim().toLowerCase()) : [...mails]),
    find: (id) => mails.find((mail) => mail.id === id),
    driver: {
      send: async (message) => {
        const mail = received(message)
        mails = [mail, ...mails].slice(0, MAX_MAILS)
        if (file) append(file, mail, mails)
      },
    },
  }
}

function received(message: EmailMessage): Mail {
  const html = message.html ?? null
  const text = html ? textOf(html) : (message.text ?? '')
  return {
    id: randomUUID(),
    to: message.to.trim().toLowerCase(),
    subject: message.subject,
    sentAt: new Date().toISOString(),
    code: /\b\d{6}\b/.exec(text)?.[0] ?? null,
    text,
    html,
  }
}

/** Sufficient for our own templates, which have no scripts, comments or tables. */
function textOf(html: string): string {
  return html
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<\/(p|h1|h2|div)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function append(file: string, mail: Mail, mails: Mail[]): void {
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 })
  const lines = readFileSync(file, 'utf8').split('\n').length - 1
  if (lines > 2 * MAX_MAILS) {
    writeFileSync(
      `${file}.new`,
      mails
        .toReversed()
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(''),
      { mode: 0o600 },
    )
    renameSync(`${file}.new`, file)
  }
}

function read(file: string): Mail[] {
  if (!existsSync(file)) return []
  const mails = readFileSync(file, 'utf8').split('\n').flatMap(parse)
  return mails.slice(-MAX_MAILS).reverse()
}

/** Skips a line truncated by a crash. */
function parse(line: string): Mail[] {
  try {
    const mail: unknown = JSON.parse(line)
    return isMail(mail) ? [mail] : []
  } catch {
    return []
  }
}

function isMail(value: unknown): value is Mail {
  return typeof value === 'object' && value !== null && 'id' in value && 'to' in value && 'subject' in value
}
