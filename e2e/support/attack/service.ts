import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PASSWORD } from '@salama/local-supabase/people'
import type { CallOptions } from '../../../apps/api/test/api.ts'
import { appPorts, appUrls } from '../../../packages/processes/src/app-env.mjs'
import { whyNoDemo } from '../../../packages/processes/src/demo.mjs'
import type { SigningKey } from '../../../packages/processes/src/server-token.mjs'
import { environment } from '../env.ts'

// A started service as a stranger on this computer meets it: over HTTP alone, with the accounts of the demo. Its log
// files and its secrets are read as well where they are on this computer, to look for private words in them and to forge
// the tokens that only somebody with the secret could.

export type Person = 'amina' | 'baraka' | 'chebet' | 'dalmas' | 'eve'
export type App = 'api' | 'rider' | 'surveyor' | 'learning' | 'admin'
export type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer; from?: string }
export type Reply = { status: number; headers: Headers; text: string; bytes: Buffer; ms: number }
export type Outcome = { tries: number; findings: string[]; notes?: string[]; table?: string }
/** One kind of attack. `seed` repeats it; `tick` shows that it goes on. */
export type Attack = (seed: number, tick: () => void) => Promise<Outcome>

export const addresses = appUrls(appPorts(Number(environment().PORT_BASE || 3000)))
export const supabase = `http://127.0.0.1:${environment().SUPABASE_PORT || 54321}`
export const dataDir = resolve(import.meta.dirname, '../../..', environment().DATA_DIR || '.data')

/** Why there is nothing to attack here; undefined if there is. */
export async function whyNot(): Promise<string | undefined> {
  const because = whyNoDemo(environment())
  if (because) return `Only a service with the demo on this computer is attacked, and ${because}.`
  const ready = await send(`${addresses.api}/api/v1/health`).catch(() => undefined)
  return ready?.status === 200 ? undefined : `Nothing answers at ${addresses.api}. Start it with npm start.`
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
let phones = 0
/** The address of another phone on the loopback network, so that it has limits of its own. */
export const anotherPhone = () => {
  phones += 1
  return `127.${20 + (phones >> 14)}.${(phones >> 7) & 127}.${1 + (phones & 127)}`
}

/** Sends a request as it is, from an address of its own unless it names one. */
export function send(url: string, { method = 'GET', headers = {}, body, from }: Sent = {}): Promise<Reply> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const since = performance.now()
  return new Promise((done, failed) => {
    const sent = request(
      {
        agent,
        hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        path: pathname + search,
        method,
        headers: { host, ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
        localAddress: from ?? anotherPhone(),
        timeout: 60_000,
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', failed)
        reply.on('end', () => {
          const bytes = Buffer.concat(chunks)
          done({
            status: reply.statusCode ?? 0,
            headers: headersOf(reply.rawHeaders),
            text: bytes.toString(),
            bytes,
            ms: performance.now() - since,
          })
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer within a minute: ${method} ${pathname}`)))
    sent.on('error', failed)
    sent.end(body)
  })
}

function headersOf(raw: string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '')
  return headers
}

export const asJson = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
export { sleep }

/** The secrets of this computer's service. */
export const secrets = (): {
  publishableKey: string
  secretKey: string
  deviceSecret: string
  signingKeys: SigningKey[]
} => JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))

/** A password in an app, with the cookies that this browser has. */
export const tryPassword = (app: App, email: string, password: string, { cookie = '', from = anotherPhone() } = {}) => {
  const { headers, body } = asJson({ email, password, locale: 'en', flow: 'sign-in' })
  return send(`${addresses[app]}/api/account/sign-in`, {
    method: 'POST',
    body,
    from,
    headers: { ...headers, origin: addresses[app], ...(cookie && { cookie }) },
  })
}

export const cookiesOf = (reply: Reply) =>
  reply.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')

/** Of the accounts that an attack made; those of the demo share one. */
const passwords = new Map<string, string>()
const passwordOf = (email: string) => passwords.get(email) ?? DEMO_PASSWORD
const emailOf = (person: string) => (person.includes('@') ? person : `${person}@salama.test`)

const cookies = new Map<string, string>()
/** The cookie of a person of the demo, or of an address, in an app, signed in as with its form. */
export async function cookieOf(person: string, app: App): Promise<string> {
  const known = cookies.get(`${person} ${app}`)
  if (known) return known
  const reply = await tryPassword(app, emailOf(person), passwordOf(person))
  const cookie = cookiesOf(reply)
  if (!cookie) throw new Error(`${person} cannot sign in to ${app}: ${reply.status} ${reply.text.slice(0, 200)}`)
  cookies.set(`${person} ${app}`, cookie)
  return cookie
}

const tokens = new Map<string, string>()
/** An access token, as the README's first call gets one. */
export async function tokenOf(person: string): Promise<string> {
  const email = emailOf(person)
  const known = tokens.get(email)
  if (known) return known
  const { headers, body } = asJson({ email, password: passwordOf(email) })
  const reply = await send(`${supabase}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body,
    headers: { ...headers, apikey: secrets().publishableKey },
  })
  const token = String(JSON.parse(reply.text).access_token)
  if (reply.status !== 200) throw new Error(`${email} gets no token: ${reply.status} ${reply.text.slice(0, 200)}`)
  tokens.set(email, token)
  return token
}

/** Sends again when a minute's limit has passed, because a refusal for haste says nothing about what is asked here. */
export async function patiently(url: string, sent: Sent): Promise<Reply> {
  const reply = await send(url, sent)
  const waitS = Number(reply.headers.get('retry-after'))
  if (reply.status !== 429 || waitS > 61) return reply
  await sleep(1000 * (waitS + 1))
  return send(url, sent)
}

/** The API as the helpers of its own tests call it. */
export const api = {
  async call(method: string, address: string, options: CallOptions = {}): Promise<Response> {
    const { as, token = as && (await tokenOf(as)), body, headers } = options
    const text = options.text ?? (body === undefined ? undefined : JSON.stringify(body))
    const reply = await patiently(`${addresses.api}${address}`, {
      method,
      ...(text !== undefined && { body: text }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    return new Response(reply.text === '' ? null : reply.text, { status: reply.status, headers: reply.headers })
  },
}

/** A new rider: proves an address that nobody else has, and chooses a password. */
export async function newRider(): Promise<{ id: string; email: string; password: string; token: string }> {
  const [from, password] = [anotherPhone(), `${randomUUID()}-Qz`]
  const email = `attack-${Date.now().toString(36)}-${from.replaceAll('.', '-')}@salama.test`
  let cookie = ''
  const post = async (action: string, fields: object) => {
    const { headers, body } = asJson({ ...fields, locale: 'en', flow: 'sign-up' })
    const url = `${addresses.rider}/api/account/${action}`
    const reply = await send(url, {
      method: 'POST',
      from,
      body,
      headers: { ...headers, origin: addresses.rider, cookie },
    })
    if (reply.status !== 200) throw new Error(`No new rider: ${action} ${reply.status} ${reply.text.slice(0, 200)}`)
    cookie = [cookie, cookiesOf(reply)].filter(Boolean).join('; ')
  }
  await post('code', { email })
  const mails: { text: string }[] = JSON.parse((await send(`${supabase}/mailbox.json?to=${email}`)).text)
  await post('confirm', { email, code: /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? '' })
  await post('choose-password', { password })
  passwords.set(email, password)
  const token = await tokenOf(email)
  return { id: String(JSON.parse(atob(token.split('.')[1] ?? '')).sub), email, password, token }
}
