import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeSecrets } from '../../../scripts/lib/secrets.mjs'
import { DEMO_PASSWORD, type LocalSupabase, PEOPLE, startLocalSupabase } from './index.ts'
import { isAllowedWebhook } from './webhook/send-webhook.ts'

// Admins' alerts from a report to the mailbox and to a webhook, in a whole Supabase of this machine.

const secrets = makeSecrets()
const [oldSecret, newSecret] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(
  (key) => `whsec_${key.toString('base64')}`,
)
const receiver = await startReceiver()
let supabase: LocalSupabase
let tokens: { amina: string; dalmas: string }

beforeAll(async () => {
  supabase = await startLocalSupabase({
    ...secrets,
    port: 0,
    dataDir: 'memory',
    demo: true,
    consoleUrl: 'https://console.example',
    siteUrl: 'https://rider.example',
    alertsEveryMs: 0,
    webhook: { url: `${receiver.url}/hook`, secrets: [String(newSecret), String(oldSecret)], allowPrivate: true },
  })
  tokens = { amina: await signIn('amina'), dalmas: await signIn('dalmas') }
})
beforeEach(async () => {
  await shiftClock('0')
  await supabase.query('truncate app.admin_alerts, app.admin_alert_settings, app.reports cascade')
  receiver.reset()
})
afterAll(async () => {
  await supabase.close()
  await receiver.close()
})

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${supabase.url}${path}`, {
    method: 'POST',
    headers: { apikey: secrets.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response.json()
}

async function signIn(who: 'amina' | 'dalmas'): Promise<string> {
  const body = { email: PEOPLE[who].email, password: DEMO_PASSWORD }
  return String((await post('/auth/v1/token?grant_type=password', body)).access_token)
}

const rpc = (who: 'amina' | 'dalmas', name: string, args: unknown) =>
  post(`/rest/v1/rpc/${name}`, args, { 'content-profile': 'api', authorization: `Bearer ${tokens[who]}` })

const NOTE = 'My name is Amina Otieno, 0712 345 678.'
const injury = async (p_receipt_code?: string) => {
  const p_id = randomUUID()
  await rpc('amina', 'submit_incident_report_without_vehicle', {
    p_id,
    p_receipt_code,
    p_category: 'crash',
    p_injury: 'some',
    p_lat: -1.2812,
    p_lng: 36.8226,
    p_note: NOTE,
  })
  return p_id
}

const shiftClock = (interval: string) =>
  supabase.query(
    `insert into app.clock (shift) values ($1::interval) on conflict (singleton) do update set shift = excluded.shift`,
    [interval],
  )

const mailsTo = (who: 'dalmas') =>
  supabase.mailbox.list(PEOPLE[who].email).filter(({ subject }) => /alert/.test(subject))
const wanted = (email: string) => rpc('dalmas', 'choose_admin_alerts', { p_email: email, p_locale: 'en' })
const deliveries = () =>
  supabase.query<{ attempts: number; delivered: boolean }>(
    `select d.attempts, d.delivered_at is not null as delivered
       from app.admin_webhook_deliveries d join app.admin_alerts a on a.id = d.alert_id where a.kind = 'injury'`,
  )

/** What arrived about the injury: a shifted clock makes other alerts due. */
const received = () => receiver.received.filter(({ body }) => body.includes('injury'))

test('sends an alert once to the webhook, signed with both secrets, with no more than the mail says', async () => {
  await injury()
  await supabase.sendDue()
  expect(await deliveries()).toEqual([{ attempts: 1, delivered: true }])
  const [request] = received()
  if (!request) throw new Error('Nothing was received')
  for (const secret of [oldSecret, newSecret]) {
    expect(new Webhook(String(secret)).verify(request.body, request.headers)).toEqual({
      type: 'admin_alert.injury',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { kind: 'injury', consoleUrl: 'https://console.example' },
    })
  }
  expect(() => new Webhook(String(oldSecret)).verify(`${request.body} `, request.headers)).toThrow()
  expect(() => new Webhook(Buffer.alloc(32, 3).toString('base64')).verify(request.body, request.headers)).toThrow()
  await shiftClock('1 day')
  await supabase.sendDue()
  expect(received()).toHaveLength(1)
})

test('retries with the same id after one minute, then four, when the server returns 500', async () => {
  receiver.respondWith(500)
  await injury()
  for (const _again of ['at once', 'again']) await supabase.sendDue()
  expect(received()).toHaveLength(1)
  expect(await deliveries()).toEqual([{ attempts: 1, delivered: false }])
  await shiftClock('61 seconds')
  await supabase.sendDue()
  expect(received()).toHaveLength(2)
  receiver.respondWith(204)
  await shiftClock('3 minutes')
  await supabase.sendDue()
  expect(received()).toHaveLength(2)
  await shiftClock('5 minutes 2 seconds')
  await supabase.sendDue()
  expect(await deliveries()).toEqual([{ attempts: 3, delivered: true }])
  expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('follows no redirect', async () => {
  receiver.respondWith(307, { location: `${receiver.url}/elsewhere` })
  await injury()
  await supabase.sendDue()
  expect(await deliveries()).toEqual([{ attempts: 1, delivered: false }])
  expect(received().map(({ path }) => path)).toEqual(['/hook'])
})

test('mails at once into the mailbox while the webhook does not respond', async () => {
  receiver.respondWith('never')
  await wanted('at_once')
  const before = mailsTo('dalmas').length
  await injury()
  const sending = supabase.sendDue()
  await vi.waitFor(() => expect([mailsTo('dalmas').length, received().length]).toEqual([before + 1, 1]), 10_000)
  expect(await deliveries()).toEqual([{ attempts: 1, delivered: false }])
  const [mail] = mailsTo('dalmas')
  expect(mail?.subject).toBe('Salama alerts: 1 new')
  expect(mail?.text).toContain('- Injuries reported: 1')
  expect(mail?.text).toContain('https://console.example')
  expect(JSON.stringify(mail)).not.toContain('Amina')
  receiver.hangUp()
  await sending
  await supabase.sendDue()
  expect(mailsTo('dalmas')).toHaveLength(before + 1)
})

test('mails one digest of all alerts the next morning', async () => {
  await shiftClock(await until(`date_trunc('day', app.city_time(now())) + interval '12 hours'`))
  await wanted('digest')
  const before = mailsTo('dalmas').length
  await injury()
  await injury()
  const nextMorning = (time: string) =>
    until(`date_trunc('day', app.city_time(now())) + interval '1 day' + interval '${time}'`)
  await shiftClock(await nextMorning('6 hours 50 minutes'))
  await supabase.sendDue()
  expect(mailsTo('dalmas')).toHaveLength(before)
  await shiftClock(await nextMorning('7 hours 1 minute'))
  await supabase.sendDue()
  expect(mailsTo('dalmas')).toHaveLength(before + 1)
  expect(mailsTo('dalmas')[0]?.text).toContain('- Injuries reported: 2')
  await injury()
  await supabase.sendDue()
  expect(mailsTo('dalmas')).toHaveLength(before + 1)
})

test('mails a person in both languages whose two-step sign-in was turned off, once', async () => {
  const { id, email } = PEOPLE.chebet
  await supabase.query(
    `insert into app.second_factors (user_id, secret, created_at, confirmed_at, attempts_from)
     values ($1, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now(), now(), now())`,
    [id],
  )
  await rpc('dalmas', 'reset_second_factor', { p_user_id: id, p_reason: 'Lost the phone' })
  const mails = () => supabase.mailbox.list(email).filter(({ subject }) => /two-step/.test(subject))
  await supabase.sendDue()
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.text).toMatch(/turned off two-step[\s\S]*amezima kuingia kwa hatua mbili/)
  await shiftClock('2 hours')
  await supabase.sendDue()
  expect(mails()).toHaveLength(1)
})

test('mails a rider what became of their report, with a link that ends the mails, and no detail of it', async () => {
  const to = 'rider@example.com'
  const code = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
  const mails = () => supabase.mailbox.list(to)
  const id = await injury(code)
  await supabase.query('select api.mail_receipt($1, $2, $3)', [code, to, 'sw'])
  const [entry] = await supabase.query<{ id: string; version: number }>(
    'select id, version from app.review_entries where subject_id = $1',
    [id],
  )
  await rpc('dalmas', 'submit_review_decision', {
    p_entry_id: entry?.id,
    p_decision: 'rejected',
    p_version: entry?.version,
    p_reason_code: 'unclear',
  })
  await supabase.sendDue()
  expect(mails()).toEqual([])
  await shiftClock('6 minutes')
  await supabase.sendDue()
  expect(mails()).toHaveLength(1)
  const [mail] = mails()
  expect(mail?.subject).toBe('Salama: habari za ripoti yako')
  expect(mail?.text).toContain('Ripoti yako haikuweza kutumika.')
  expect(mail?.text).toContain('https://rider.example/sw/receipt\n')
  expect(mail?.text).not.toMatch(new RegExp(`${code}|Amina|Koja|ajali|${id}`))
  const link = /https:\/\/rider\.example\/sw\/stop-emails#(\S+)/.exec(mail?.text ?? '')
  await supabase.query('select api.stop_report_mails($1)', [link?.[1]])
  expect(await supabase.query('select from app.report_mails')).toEqual([])
})

test('accepts a public https URL only, unless private addresses are allowed', () => {
  const urls = [
    'http://hooks.example.com/x',
    'https://10.0.0.1/x',
    'https://localhost/x',
    'https://me:x@hooks.example.com/',
  ]
  for (const url of urls) expect([url, isAllowedWebhook({ url, allowPrivate: false })]).toEqual([url, false])
  expect(isAllowedWebhook({ url: 'https://hooks.example.com:8443/x', allowPrivate: false })).toBe(true)
  expect(isAllowedWebhook({ url: 'http://10.0.0.1/x', allowPrivate: true })).toBe(true)
  expect(isAllowedWebhook({ url: 'file:///etc/passwd', allowPrivate: true })).toBe(false)
})

/** The interval from now until a time of the city. */
async function until(cityTime: string): Promise<string> {
  const [found] = await supabase.query<{ shift: string }>(`select (${cityTime} - app.city_time(now()))::text as shift`)
  return found?.shift ?? '0'
}

type Received = { path: string; headers: Record<string, string>; body: string }

/** A webhook's server on this machine. */
async function startReceiver() {
  const received: Received[] = []
  let answer: { status: number | 'never'; headers: Record<string, string> } = { status: 204, headers: {} }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() })
    if (answer.status !== 'never') response.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    respondWith: (status: number | 'never', headers: Record<string, string> = {}) => {
      answer = { status, headers }
    },
    /** Ends what was not answered. */
    hangUp: () => server.closeAllConnections(),
    reset: () => {
      received.length = 0
      answer = { status: 204, headers: {} }
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
