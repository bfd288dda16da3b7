import type { EmailMessage } from '@supabase/lite'
import { roleOf } from '../../../processes/src/server-token.mjs'
import type { Identify } from '../rpc/identities.ts'
import type { Mail, Mailbox } from './mailbox.ts'

/**
 * /mailbox: the mails that would have been sent, for local use. /mailbox/{id}: one mail. /mailbox.json: the same as
 * JSON for scripts, filtered by `?to=`. A POST of the worker puts a mail in.
 *
 * Codes in these mails reset passwords. Only loopback can connect, and a request whose Host is not loopback is rejected
 * too: otherwise a web page could read them by DNS rebinding.
 */
export async function mailboxPage(request: Request, mailbox: Mailbox, identify: Identify): Promise<Response> {
  const url = new URL(request.url)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return new Response('Loopback only', { status: 403 })
  if (request.method === 'POST') {
    if ((await identify(request))?.role !== roleOf('worker')) return new Response('The worker only', { status: 403 })
    await mailbox.driver.send((await request.json()) as EmailMessage) // from our own worker
    return new Response(null, { status: 204 })
  }
  if (url.pathname === '/mailbox.json') {
    return Response.json(mailbox.list(url.searchParams.get('to') ?? undefined), { headers: HEADERS })
  }
  const id = url.pathname.split('/')[2]
  if (!id) return page('Mailbox', list(mailbox.list(url.searchParams.get('to') ?? undefined)))
  const mail = mailbox.find(id)
  return mail ? page(mail.subject, message(mail)) : page('No such mail', BACK, 404)
}

export const isMailboxPage = (request: Request) => /^\/mailbox(\.json|\/|$)/.test(new URL(request.url).pathname)

const BACK = '<p><a href="/mailbox">All mails</a></p>'
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

function list(mails: Mail[]): string {
  if (mails.length === 0) return '<p>No mail yet. Sign up or ask for a new password, then reload this page.</p>'
  const rows = mails.map(
    (mail) => `<tr>
      <td><time datetime="${mail.sentAt}">${mail.sentAt.slice(0, 19).replace('T', ' ')} UTC</time></td>
      <td>${escapeHtml(mail.to)}</td>
      <td><a href="/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a></td>
    </tr>`,
  )
  return `<p>Mails that were not sent, newest first.</p>
    <table><thead><tr><th scope="col">When</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
    <tbody>${rows.join('')}</tbody></table>`
}

function message(mail: Mail): string {
  return `<p>To ${escapeHtml(mail.to)}, ${mail.sentAt.slice(0, 19).replace('T', ' ')} UTC</p>
    <pre>${escapeHtml(mail.text)}</pre>${BACK}`
}

function page(title: string, body: string, status = 200): Response {
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <style>
      :root { color-scheme: light dark }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
      table { border-collapse: collapse; width: 100% }
      th, td { text-align: left; padding: .5rem; border-bottom: 1px solid }
      td a { display: inline-block; min-height: 24px }
      pre { white-space: pre-wrap; font: inherit; font-size: 1.125rem; border: 1px solid; padding: 1rem }
    </style>
  </head>
  <body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>`
  const csp = "default-src 'none'; style-src 'unsafe-inline'"
  return new Response(html, {
    status,
    headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': csp },
  })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
