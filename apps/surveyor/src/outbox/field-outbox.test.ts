import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { FieldContent } from './content.ts'
import { accountOfOutbox, fieldOutbox, sessionOf, tidyOutbox } from './field-outbox.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Sent = { path: string; account: string; body: Record<string, unknown> }
let people = 0

/** An outbox of a new account, and a server with responses by path; it accepts everything else. */
function phone(answers: Record<string, (sent: Sent['body']) => Response>) {
  const account = `person-${people++}`
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const headers = new Headers(init.headers)
    sent.push({ path: url, account: headers.get('salama-account') ?? '', body })
    return (answers[url] ?? accepted)(body)
  })
  return { account, sent, answers, outbox: fieldOutbox(account), paths: () => sent.map(({ path }) => path) }
}
const accepted = ({ id, assignmentId }: Sent['body']) =>
  Response.json({ id, assignmentId, seenBefore: false, late: false, contested: false }, { status: 201 })
const problem =
  (status: number, code: string, more: object = {}) =>
  () =>
    Response.json({ code, ...more }, { status })

const AT = '2026-11-20T06:40:00Z'
const start = (sessionId: string): FieldContent => ({ kind: 'start', sessionId, startedAt: AT, place: null })
const end = (sessionId: string): FieldContent => ({ kind: 'end', sessionId, endedAt: AT })
const entry = (sessionId: string, plate = 'KDA 123A', claimToken?: number): FieldContent => ({
  kind: 'entry',
  sessionId,
  plate,
  capturedAt: AT,
  body: { capturedAt: AT, vehicle: { plate }, ...(claimToken !== undefined && { claimToken }) },
})
const count: FieldContent = {
  kind: 'count',
  sessionId: 's',
  startedAt: AT,
  vehicles: 1,
  minutes: 5,
  claimToken: 7,
  body: { startedAt: AT, endedAt: AT, taps: [{ routeId: null, atS: 1 }], claimToken: 7 },
}
const states = async (outbox: ReturnType<typeof fieldOutbox>) => (await outbox.list()).map(({ item }) => item.state)

test('sends start, entries and end in order for their account', async () => {
  const { outbox, sent, paths, account } = phone({})
  await outbox.put('1', start('s'))
  await outbox.put('2', entry('s', 'KDA 123A', 7))
  await outbox.put('3', end('s'))
  await outbox.flush()
  expect(paths()).toEqual(['/api/session/start', '/api/submissions', '/api/session/end'])
  expect(sent.every((each) => each.account === account)).toBe(true)
  expect(sent[1]?.body).toMatchObject({ id: '2', sessionId: 's' })
  expect((await outbox.list())[1]?.item.content).toMatchObject({ plate: 'KDA 123A', body: null, claimToken: 7 })
})

test('blocks all items after an unsent start, but none after a refused entry', async () => {
  const { outbox, answers, paths } = phone({ '/api/session/start': problem(500, 'internal') })
  for (const [id, content] of [
    ['1', start('s')],
    ['2', entry('s')],
    ['3', end('s')],
  ] as const)
    await outbox.put(id, content)
  await outbox.flush()
  expect(paths()).toEqual(['/api/session/start'])
  delete answers['/api/session/start']
  answers['/api/submissions'] = problem(422, 'invalid_request')
  await outbox.flush({ eager: true })
  expect(await states(outbox)).toEqual(['received', 'refused', 'received'])
})

test('sends entries to a session that another device has open, and does not end it', async () => {
  const open = problem(409, 'session_already_open', { session: { id: 'theirs' } })
  const { outbox, sent, paths } = phone({ '/api/session/start': open })
  await outbox.put('1', start('mine'))
  await outbox.put('2', entry('mine'))
  await outbox.put('3', end('mine'))
  await outbox.flush()
  expect(paths()).toEqual(['/api/session/start', '/api/submissions'])
  expect(sent[1]?.body).toMatchObject({ sessionId: 'theirs' })
  const entries = await outbox.list()
  expect(sessionOf('mine', entries)).toBe('theirs')
  expect(entries[2]?.item).toMatchObject({ state: 'received', reply: { moot: 'elsewhere' } })
})

test('treats a late heartbeat or release as received', async () => {
  const late = problem(409, 'invalid_transition')
  const { outbox } = phone({ '/api/session/touch': late, '/api/assignments/release': late })
  await outbox.put('1', { kind: 'touch', sessionId: 's' })
  await outbox.put('2', { kind: 'release', assignmentId: 'a', token: 7, blocked: 'unsafe' })
  await outbox.flush()
  expect((await outbox.list()).map(({ item }) => item.reply?.moot)).toEqual(['closed', 'lapsed'])
})

test('submits an assignment after its entries, and treats an expired one as received', async () => {
  const { outbox, answers, paths, sent } = phone({ '/api/submissions': problem(500, 'internal') })
  await outbox.put('1', entry('s', 'KDA 123A', 7))
  await outbox.put('2', { kind: 'submit', assignmentId: 'a', token: 7 })
  await outbox.put('3', entry('s', 'KDA 124A', 8))
  await outbox.flush()
  expect(paths()).toEqual(['/api/submissions', '/api/submissions'])
  delete answers['/api/submissions']
  await outbox.flush({ eager: true })
  expect(sent.at(-2)).toMatchObject({ path: '/api/assignments/submit', body: { assignmentId: 'a', token: 7 } })
  answers['/api/assignments/submit'] = problem(409, 'invalid_transition')
  await outbox.put('4', { kind: 'submit', assignmentId: 'a', token: 7 })
  await outbox.flush()
  expect((await outbox.list()).at(-1)?.item).toMatchObject({ state: 'received', reply: { moot: 'lapsed' } })
  answers['/api/assignments/submit'] = problem(409, 'nothing_recorded')
  await outbox.put('5', { kind: 'submit', assignmentId: 'a', token: 8 })
  await outbox.flush()
  expect((await outbox.list()).at(-1)?.item.state).toBe('refused')
})

test('submits an assignment despite a refused entry', async () => {
  const { outbox, paths } = phone({ '/api/submissions': problem(422, 'invalid_request') })
  await outbox.put('1', entry('s', 'KDA 123A', 7))
  await outbox.put('2', { kind: 'submit', assignmentId: 'a', token: 7 })
  await outbox.flush()
  expect(paths()).toEqual(['/api/submissions', '/api/assignments/submit'])
})

test('ends a session now when a wrong clock puts its end before its start', async () => {
  let tries = 0
  const { outbox, sent } = phone({
    '/api/session/end': (sent) => (tries++ === 0 ? problem(422, 'invalid_request')() : accepted(sent)),
  })
  await outbox.put('1', end('s'))
  await outbox.flush()
  expect(sent.map(({ body }) => body)).toEqual([{ id: 's', endedAt: AT }, { id: 's' }])
  expect(await states(outbox)).toEqual(['received'])
})

test.each([
  ['a role that is gone', 403, 'role_required', 'waiting'],
  ['a sign-in that has run out', 401, 'unauthenticated', 'sign_in'],
])('%s stops the queue after one request', async (_, status, code, state) => {
  const { outbox, paths } = phone({ '/api/submissions': problem(status, code) })
  for (const id of ['1', '2', '3']) await outbox.put(id, entry('s'))
  await outbox.flush()
  await outbox.flush()
  expect(paths()).toHaveLength(1)
  expect(await states(outbox)).toEqual([state, 'waiting', 'waiting'])
})

test('has a separate outbox for each account', async () => {
  const chebet = phone({})
  const baraka = phone({})
  await chebet.outbox.put('1', entry('s'))
  await baraka.outbox.flush()
  expect(await baraka.outbox.list()).toEqual([])
  expect(accountOfOutbox(chebet.outbox.name)).toBe(chebet.account)
  expect(accountOfOutbox('salama-rider.outbox')).toBeNull()
})

test('deletes received items after a week, except a start that a pending item needs', async () => {
  const { outbox, answers } = phone({
    '/api/session/start': problem(409, 'session_already_open', { session: { id: 't' } }),
  })
  await outbox.put('1', start('s'))
  await outbox.put('2', entry('u'))
  await outbox.flush()
  answers['/api/submissions'] = problem(500, 'internal')
  await outbox.put('3', entry('s'))
  await outbox.flush()
  await tidyOutbox(outbox, Date.now() + 8 * 24 * 3600 * 1000)
  expect((await outbox.list()).map(({ item }) => item.id)).toEqual(['1', '3'])
})

test('sends the id of the stage with a start, without its name', async () => {
  const { outbox, sent } = phone({})
  await outbox.put('1', { kind: 'start', sessionId: 's', startedAt: AT, place: { stopId: 'koja', name: 'Koja' } })
  await outbox.flush()
  expect(sent[0]?.body).toEqual({ id: 's', startedAt: AT, sentAt: expect.any(String), place: { stopId: 'koja' } })
})

test('sends a stage count before its assignment is finished, and keeps its totals', async () => {
  const { outbox, paths } = phone({})
  await outbox.put('1', start('s'))
  await outbox.put('2', count)
  await outbox.put('3', { kind: 'submit', assignmentId: 'a', token: 7 })
  await outbox.flush()
  expect(paths()).toEqual(['/api/session/start', '/api/stage-counts', '/api/assignments/submit'])
  expect((await outbox.list())[1]?.item.content).toMatchObject({ vehicles: 1, minutes: 5, claimToken: 7, body: null })
})

test('an entry that was edited after a lost response is sent as the correction of what the server has', async () => {
  let asked = 0
  const { outbox, sent, answers } = phone({})
  answers['/api/submissions'] = (body) => (asked++ === 0 ? problem(409, 'id_reused')() : accepted(body))
  const edited = entry('s', 'KDA 124A')
  await outbox.put('old', edited.kind === 'entry' ? { ...edited, retryIds: ['new'] } : edited)
  await outbox.flush()
  expect(sent.map(({ body }) => [body.id, body.revises])).toEqual([
    ['old', undefined],
    ['new', 'old'],
  ])
  expect((await outbox.list())[0]?.item).toMatchObject({ state: 'received', reply: { sentAs: 'new' } })
})

test('an id that is taken without an edit on this phone is refused', async () => {
  const { outbox, sent } = phone({ '/api/submissions': problem(409, 'id_reused') })
  await outbox.put('1', entry('s'))
  await outbox.flush()
  expect(sent).toHaveLength(1)
  expect(await states(outbox)).toEqual(['refused'])
})

test('withdrawing what the server never had is done; what is decided stays with its person', async () => {
  const path = '/api/submissions/e/withdraw'
  const { outbox, answers } = phone({ [path]: problem(404, 'not_found') })
  await outbox.put('1', { kind: 'withdraw', entryId: 'e', plate: 'KDA 123A' })
  await outbox.flush()
  expect((await outbox.list())[0]?.item).toMatchObject({ state: 'received', reply: { moot: 'unsent' } })
  answers[path] = problem(409, 'invalid_transition')
  await outbox.put('2', { kind: 'withdraw', entryId: 'e', plate: 'KDA 123A' })
  await outbox.flush()
  expect((await outbox.list())[1]?.item).toMatchObject({ state: 'refused', problem: { code: 'invalid_transition' } })
})

test('an entry that was edited again after a second lost response is sent as the correction of the correction', async () => {
  const known = new Set(['old', 'first'])
  const { outbox, sent, answers } = phone({})
  answers['/api/submissions'] = (body) => (known.has(String(body.id)) ? problem(409, 'id_reused')() : accepted(body))
  const edited = entry('s', 'KDA 125A')
  await outbox.put('old', edited.kind === 'entry' ? { ...edited, retryIds: ['first', 'second'] } : edited)
  await outbox.flush()
  expect(sent.map(({ body }) => [body.id, body.revises])).toEqual([
    ['old', undefined],
    ['first', 'old'],
    ['second', 'first'],
  ])
  expect((await outbox.list())[0]?.item).toMatchObject({ state: 'received', reply: { sentAs: 'second' } })
})

test('withdraws the last version of an edited entry that arrived', async () => {
  const { outbox, paths, answers } = phone({ '/api/submissions/second/withdraw': problem(404, 'not_found') })
  answers['/api/submissions/first/withdraw'] = () => Response.json({ state: 'withdrawn' }, { status: 200 })
  await outbox.put('1', { kind: 'withdraw', entryId: 'old', plate: 'KDA 125A', retryIds: ['first', 'second'] })
  await outbox.flush()
  expect(paths()).toEqual(['/api/submissions/second/withdraw', '/api/submissions/first/withdraw'])
  expect((await outbox.list())[0]?.item).toMatchObject({ state: 'received', reply: {} })
})

test('says what the clock of its times shows when an item is sent, also after the phone’s clock was set', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2015-01-01T00:00:00Z') })
  const { outbox, sent } = phone({})
  await outbox.put('1', start('s'))
  await outbox.put('2', entry('s'))
  await outbox.put('3', { kind: 'end', sessionId: 's', endedAt: AT, stampedAt: AT })
  vi.advanceTimersByTime(2 * 3600_000)
  vi.setSystemTime(Date.parse('2026-11-27T08:00:00Z'))
  await outbox.flush()
  const twoHoursLater = new Date(Date.parse(AT) + 2 * 3600_000).toISOString()
  expect(sent.map(({ body }) => body.sentAt)).toEqual([twoHoursLater, twoHoursLater, twoHoursLater])
})

test.each<[string, FieldContent]>([
  ['a start', start('s')],
  ['a heartbeat', { kind: 'touch', sessionId: 's' }],
  ['an end', end('s')],
  ['an entry', entry('s')],
  ['a release', { kind: 'release', assignmentId: 'a', token: 7, blocked: 'unsafe' }],
  ['a submitted slot', { kind: 'submit', assignmentId: 'a', token: 7 }],
  ['a withdrawal', { kind: 'withdraw', entryId: crypto.randomUUID(), plate: 'KDA 123A' }],
  ['a count', count],
])('keeps %s that is not answered with its id, and says so', async (_, content) => {
  for (const wrong of [{}, { id: crypto.randomUUID(), assignmentId: 'b', late: false }]) {
    const { outbox } = phone({})
    vi.stubGlobal('fetch', async () => Response.json(wrong))
    await outbox.put('1', content)
    await outbox.flush()
    expect((await outbox.list())[0]?.item).toMatchObject({ state: 'waiting', problem: { code: 'network' }, content })
  }
})

test('keeps a photo that is not answered with its id', async () => {
  const { outbox } = phone({})
  await outbox.put('1', entry('s'))
  await outbox.addFile('1', new Blob(['photo'], { type: 'image/webp' }))
  await outbox.flush() // the photo's answer names nothing
  const [sent] = await outbox.list()
  expect([sent?.item.state, sent?.files.map(({ state, problem: why }) => [state, why?.code])]).toEqual([
    'received',
    [['waiting', 'network']],
  ])
})
