import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { pushSettings } from '@salama/push/env.ts'
import { CAST, PASSWORD } from '@salama/testing'
import { type Stack, startStack } from '@salama/testing/stack'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { serverToken } from '../../../packages/processes/src/server-token.mjs'
import { makeTasks } from '../src/tasks.ts'
import { adminWebhook } from '../src/webhook/admin-webhook.ts'
import { workOnce } from '../src/work.ts'

// From what people do to the mailbox and to a webhook.

const [oldSecret, newSecret] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map(
  (key) => `whsec_${key.toString('base64')}`,
)
const receiver = await startReceiver()
let stack: Stack
let tasks: ReturnType<typeof makeTasks>
let tokens: { amina: string; dalmas: string }

beforeAll(async () => {
  stack = await startStack({ apps: [] })
  const { url, publishableKey } = stack.supabase
  for (const [name, value] of Object.entries(stack.env('worker'))) vi.stubEnv(name, value)
  tasks = makeTasks({
    mailbox: { url: `${url}/mailbox`, publishableKey, token: () => serverToken('worker', stack.supabase) },
    riderUrl: 'https://rider.example',
    consoleUrl: 'https://console.example',
    webhook: { url: `${receiver.url}/hook`, secrets: [String(newSecret), String(oldSecret)], allowPrivate: true },
    push: pushSettings({}),
  })
  tokens = { amina: await signIn('amina'), dalmas: await signIn('dalmas') }
})
beforeEach(async () => {
  await stack.shiftClock('0')
  await stack.query('truncate app.admin_alerts, app.admin_alert_settings, app.reports, app.jobs cascade')
  receiver.reset()
})
afterAll(async () => {
  await stack.close()
  await receiver.close()
})

const work = () => workOnce(tasks)

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack.supabase.url}${path}`, {
    method: 'POST',
    headers: { apikey: stack.supabase.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return response.json()
}

async function signIn(who: 'amina' | 'dalmas'): Promise<string> {
  const body = { email: CAST[who].email, password: PASSWORD }
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

/** The mails with such a subject, newest first. */
const mailsTo = async (email: string, subject = /alert/) =>
  (await stack.mailbox(email)).filter((mail) => subject.test(mail.subject))
const wanted = (email: string) => rpc('dalmas', 'choose_admin_alerts', { p_email: email, p_locale: 'en' })
/** What is left to do about the injury: a shifted clock makes other alerts due. */
const left = () =>
  stack.query<{ attempts: number; error: string | null }>(
    `select j.attempts, j.error from app.jobs j join app.admin_alerts a on a.id::text = j.key
      where j.task = 'admin_webhook' and a.kind = 'injury'`,
  )

/** What arrived about the injury: a shifted clock makes other alerts due. */
const received = () => receiver.received.filter(({ body }) => body.includes('injury'))

test('sends an alert once to the webhook, signed with both secrets, with no more than the mail says', async () => {
  await injury()
  await work()
  expect(await left()).toEqual([])
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
  await stack.shiftClock('1 day')
  await work()
  expect(received()).toHaveLength(1)
})

test('tries again with the same id after a minute, then two, when the server returns 500', async () => {
  receiver.respondWith(500)
  await injury()
  for (const _again of ['at once', 'again']) await work()
  expect(received()).toHaveLength(1)
  expect(await left()).toEqual([{ attempts: 1, error: 'the webhook answered 500' }])
  await stack.shiftClock('61 seconds')
  await work()
  expect(received()).toHaveLength(2)
  receiver.respondWith(204)
  await stack.shiftClock('2 minutes')
  await work()
  expect(received()).toHaveLength(2)
  await stack.shiftClock('3 minutes 2 seconds')
  await work()
  expect([received().length, await left()]).toEqual([3, []])
  expect(new Set(received().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('follows no redirect, and sends nothing more to a server that is gone', async () => {
  receiver.respondWith(307, { location: `${receiver.url}/elsewhere` })
  await injury()
  await work()
  expect(await left()).toEqual([{ attempts: 1, error: 'the webhook answered 307' }])
  expect(received().map(({ path }) => path)).toEqual(['/hook'])
  const settings = { url: `${receiver.url}/hook`, secrets: [String(newSecret)], allowPrivate: true }
  const send = adminWebhook(settings, undefined)
  const alert = { kind: 'injury', at: '2026-11-20T06:52:00Z' }
  receiver.reset()
  receiver.respondWith(410)
  for (const id of ['a', 'b']) await expect(send(alert, id)).rejects.toMatchObject({ isFinal: true })
  expect(received()).toHaveLength(1)
})

test('mails at once into the mailbox while the webhook does not respond', async () => {
  receiver.respondWith('never')
  await wanted('at_once')
  const before = (await mailsTo(CAST.dalmas.email)).length
  await injury()
  const working = work()
  await expect.poll(async () => [(await mailsTo(CAST.dalmas.email)).length, received().length]).toEqual([before + 1, 1])
  expect(await left()).toEqual([{ attempts: 1, error: null }])
  const [mail] = await mailsTo(CAST.dalmas.email)
  expect(mail?.subject).toBe('Salama alerts: 1 new')
  expect(mail?.text).toContain('- Injuries reported: 1')
  expect(mail?.text).toContain('https://console.example')
  expect(JSON.stringify(mail)).not.toContain('Amina')
  receiver.hangUp()
  await working
  await work()
  expect(await mailsTo(CAST.dalmas.email)).toHaveLength(before + 1)
})

test('mails one digest of all alerts the next morning', async () => {
  await stack.shiftClock(await until(`date_trunc('day', app.city_time(now())) + interval '12 hours'`))
  await wanted('digest')
  const count = async () => (await mailsTo(CAST.dalmas.email)).length
  const before = await count()
  await injury()
  await injury()
  const nextMorning = (time: string) =>
    until(`date_trunc('day', app.city_time(now())) + interval '1 day' + interval '${time}'`)
  await stack.shiftClock(await nextMorning('6 hours 50 minutes'))
  await work()
  expect(await count()).toBe(before)
  await stack.shiftClock(await nextMorning('7 hours 1 minute'))
  await work()
  expect(await count()).toBe(before + 1)
  expect((await mailsTo(CAST.dalmas.email))[0]?.text).toContain('- Injuries reported: 2')
  await injury()
  await work()
  expect(await count()).toBe(before + 1)
})

test('mails a person in both languages whose two-step sign-in was turned off, once', async () => {
  const { id, email } = CAST.chebet
  await stack.query(
    `insert into app.second_factors (user_id, secret, created_at, confirmed_at, attempts_from)
     values ($1, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now(), now(), now())`,
    [id],
  )
  await rpc('dalmas', 'reset_second_factor', { p_user_id: id, p_reason: 'Lost the phone' })
  await work()
  const [mail, ...others] = await mailsTo(email, /two-step/)
  expect([mail?.text, others]).toEqual([
    expect.stringMatching(/turned off two-step[\s\S]*amezima kuingia kwa hatua mbili/),
    [],
  ])
  await stack.shiftClock('2 hours')
  await work()
  expect(await mailsTo(email, /two-step/)).toHaveLength(1)
})

test('mails a rider what became of their report, with a link that ends the mails, and no detail of it', async () => {
  const to = 'rider@example.com'
  const code = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
  const id = await injury(code)
  await stack.query('select api.mail_receipt($1, $2, $3)', [code, to, 'sw'])
  const [entry] = await stack.query<{ id: string; version: number }>(
    'select id, version from app.review_entries where subject_id = $1',
    [id],
  )
  await rpc('dalmas', 'submit_review_decision', {
    p_entry_id: entry?.id,
    p_decision: 'rejected',
    p_version: entry?.version,
    p_reason_code: 'unclear',
  })
  await work()
  expect(await stack.mailbox(to)).toEqual([])
  await stack.shiftClock('6 minutes')
  await work()
  const [mail, ...others] = await stack.mailbox(to)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Salama: habari za ripoti yako')
  expect(mail?.text).toContain('Ripoti yako haikuweza kutumika.')
  expect(mail?.text).toContain('https://rider.example/sw/receipt\n')
  expect(mail?.text).not.toMatch(new RegExp(`${code}|Amina|Koja|ajali|${id}`))
  const link = /https:\/\/rider\.example\/sw\/stop-emails#(\S+)/.exec(mail?.text ?? '')
  await stack.query('select api.stop_report_mails($1)', [link?.[1]])
  expect(await stack.query('select from app.report_mails')).toEqual([])
})

test('the process does the same, and ends when nothing is due', async () => {
  await wanted('at_once')
  const before = (await mailsTo(CAST.dalmas.email)).length
  await injury()
  await stack.work()
  expect(await mailsTo(CAST.dalmas.email)).toHaveLength(before + 1)
  expect(await left()).toEqual([])
})

test('a mail without a mail server is kept and tried again', async () => {
  await wanted('at_once')
  await injury()
  await workOnce(makeTasks({ riderUrl: 'https://rider.example', push: pushSettings({}) }))
  expect(await stack.query(`select attempts, error from app.jobs where task = 'admin_mail'`)).toEqual([
    { attempts: 1, error: 'no mail server is set (SMTP_HOST, SMTP_FROM)' },
  ])
})

/** The interval from now until a time of the city. */
async function until(cityTime: string): Promise<string> {
  const [found] = await stack.query<{ shift: string }>(`select (${cityTime} - app.city_time(now()))::text as shift`)
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
