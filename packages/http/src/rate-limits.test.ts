import { type Caller, DomainError, operation, Problem } from '@salama/domain/shared'
import { useCase } from '@salama/domain/use-case'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createRoute, limitAddress } from './index.ts'
import { counters } from './rate-limit-store.ts'

vi.stubEnv('TRUST_PROXY', '1')

const common = {
  tag: 'Test',
  summary: 's',
  description: 'd',
  path: '/api/v1/notes',
  reply: z.object({}),
  errors: [],
  cache: 'no-store',
  examples: { reply: {} },
} as const
const read = operation({
  ...common,
  name: 'readNote',
  method: 'get',
  access: 'user',
  query: z.object({ full: z.string().optional() }),
})
const search = operation({ ...common, name: 'searchNotes', method: 'get', access: { scope: 'search:read' } })
const costly = operation({ ...common, name: 'costlyNotes', method: 'get', access: 'public', limit: 'search' })
const write = operation({ ...common, name: 'writeNote', method: 'post', access: 'user' })
const addPhoto = operation({
  ...common,
  name: 'addPhoto',
  method: 'post',
  access: 'public',
  errors: ['unreadable_photo'],
})
const handIn = operation({ ...common, name: 'handIn', method: 'post', access: { role: 'surveyor' } })

let caller: Caller | DomainError
let worked = 0
const work = async () => {
  worked += 1
  return {}
}
const route = createRoute(async () => {
  if (caller instanceof DomainError) throw caller
  return caller
})
const { GET, POST } = route({ GET: useCase(read, work), POST: useCase(write, work) })
const { GET: SEARCH } = route({ GET: useCase(search, work) })
const { GET: COSTLY } = route({ GET: useCase(costly, work) })

let turn = 0
beforeEach(() => {
  vi.useRealTimers()
  worked = 0
  turn += 1
})
const requestId = 'request-1'
const amina = (): Caller => ({ kind: 'user', token: 't', subject: `amina-${turn}`, requestId })
const key = (n = 1): Extract<Caller, { kind: 'apiKey' }> => {
  const owner = { ownerId: `owner-${turn}` }
  return { kind: 'apiKey', keyId: `key-${turn}-${n}`, ...owner, scopes: ['search:read'], requestId }
}
const visitor: Caller = { kind: 'visitor', requestId }
const from = (address: string, query = '') =>
  new Request(`http://localhost/api/v1/notes${query}`, { headers: { 'x-forwarded-for': address } })
const ask = (handler = GET, address = `10.0.0.${turn}`, query = '') =>
  handler(from(address, query), { params: Promise.resolve({}) })
async function times(n: number, handler = GET, address?: string) {
  const answers = []
  for (let i = 0; i < n; i++) answers.push(await ask(handler, address))
  return answers
}
const left = (response: Response | undefined) => [
  response?.status,
  response?.headers.get('ratelimit-policy'),
  response?.headers.get('ratelimit'),
]

test('sends the remaining reads of a person, also with a refusal', async () => {
  caller = amina()
  expect(left(await ask())).toEqual([200, '"default";q=300;w=60', '"default";r=299;t=60'])
  const refused = await ask(GET, undefined, '?bog=1')
  expect(left(refused)).toEqual([422, '"default";q=300;w=60', expect.stringMatching(/^"default";r=298;t=(59|60)$/)])
})

test('rejects a read over the limit before any work, with Retry-After', async () => {
  caller = amina()
  expect((await times(300)).map(({ status }) => status)).toEqual(Array(300).fill(200))
  const refused = await ask(GET, undefined, '?bog=1')
  expect(left(refused).slice(0, 2)).toEqual([429, '"default";q=300;w=60'])
  const waitS = Number(refused.headers.get('retry-after'))
  expect(refused.headers.get('ratelimit')).toBe(`"default";r=0;t=${waitS}`)
  expect(waitS).toBeGreaterThan(55)
  expect(waitS).toBeLessThanOrEqual(60)
  expect(Problem.parse(await refused.json())).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(worked).toBe(300)

  caller = { ...amina(), kind: 'user', token: 't', subject: 'baraka' }
  expect((await ask()).status).toBe(200)
})

test('adds a limit that the database counts to the headers when it is hit', async () => {
  caller = amina()
  const full = useCase(write, async () => {
    throw new DomainError('rate_limited', { retryAfterS: 572.4 })
  })
  const refused = await ask(route({ POST: full }).POST)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '573'])
  expect(refused.headers.get('ratelimit')).toBe('"writes";r=59;t=60, "writeNote";r=0;t=573')
})

test('counts a key without the scope, and sends what remains', async () => {
  caller = { ...key(), scopes: ['routes:read'] }
  const refused = await ask(SEARCH)
  expect(refused.headers.get('ratelimit')).toMatch(/^"default";r=119;t=60, "daily";/)
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'scope_missing'])
  expect(worked).toBe(0)
})

test('counts writes apart from reads', async () => {
  caller = amina()
  expect((await times(61, POST)).at(-1)?.status).toBe(429)
  expect((await ask()).status).toBe(200)
})

test('counts a question that is in the body, where no log of URLs has it, as a read', async () => {
  caller = amina()
  const question = operation({ ...common, name: 'askNote', method: 'post', access: 'user', onlyReads: true })
  const { POST: ASK } = route({ POST: useCase(question, work) })
  expect((await times(61, ASK)).at(-1)?.status).toBe(200)
  expect((await times(60, POST)).at(-1)?.status).toBe(200)
})

test('counts offline field work apart, and accepts a day of it at once', async () => {
  caller = amina()
  const { POST: HAND_IN } = route({ POST: useCase(handIn, work) })
  const handed = await ask(HAND_IN) // counted before the role is checked
  expect(left(handed).slice(1)).toEqual(['"field-work";q=300;w=60', '"field-work";r=299;t=60'])
  expect(left(await ask(POST)).at(2)).toBe('"writes";r=59;t=60')
})

test('limits a key by minute, by day and by search', async () => {
  caller = key()
  expect(left(await ask(SEARCH))).toEqual([
    200,
    '"default";q=120;w=60, "daily";q=20000;w=86400, "search";q=30;w=60',
    '"default";r=119;t=60, "daily";r=19999;t=86400, "search";r=29;t=60',
  ])
  expect((await times(30, SEARCH)).at(-1)?.status).toBe(429)
  expect((await times(89)).at(-1)?.status).toBe(200)
  expect((await ask()).status).toBe(429)
})

test('resets the minute of a rotated key, not its day', async () => {
  caller = key()
  await ask()
  caller = key(2)
  expect(left(await ask()).at(2)).toMatch(/^"default";r=119;t=60, "daily";r=19998;t=\d+$/)
})

test('counts each shared trip, and all of one address apart from anything else', async () => {
  caller = visitor
  const trip = operation({ ...common, name: 'updateTrip', method: 'put', access: 'public', limit: 'trip' })
  const { PUT } = route({ PUT: useCase(trip, work) })
  const one = '450c1ea6-b848-868b-8dc6-501d2c3da70e'
  expect(left(await ask(PUT, undefined, `?${one}`)).slice(1)).toEqual([
    '"trip";q=120;w=60, "address-trips";q=6000;w=60',
    '"trip";r=119;t=60, "address-trips";r=5999;t=60',
  ])
  for (let i = 0; i < 119; i++) await ask(PUT, undefined, `?${one}`)
  expect((await ask(PUT, undefined, `?${one.toUpperCase()}`)).status).toBe(429)
  // No query is known here, which is found after the count.
  expect((await ask(PUT, undefined, `?${one.replace('4', '5')}`)).status).toBe(422)
  expect((await ask(PUT, '10.3.0.1', `?${one}`)).status).toBe(422)
})

test('counts visitors by IP address, and by an operation’s own limit', async () => {
  caller = visitor
  expect(left(await ask(COSTLY))).toEqual([
    200,
    '"address";q=600;w=60, "address-search";q=120;w=60',
    '"address";r=599;t=60, "address-search";r=119;t=60',
  ])
  expect((await times(120, COSTLY)).at(-1)?.status).toBe(429)
  expect((await ask(COSTLY, '10.1.0.1')).status).toBe(200)
})

test('limits a client that sends a new device id with every request', async () => {
  for (let i = 0; i < 600; i++) {
    caller = { kind: 'device', device: `${turn}-${i}`, networks: [], requestId }
    expect((await ask()).status).toBe(200)
  }
  caller = { kind: 'device', device: `${turn}-new`, networks: [], requestId }
  expect((await ask()).status).toBe(429)
})

test('throttles guessed credentials by IP address, and does not count expired ones', async () => {
  caller = new DomainError('token_expired')
  expect((await times(40)).at(-1)?.status).toBe(401)
  caller = new DomainError('invalid_token')
  const answers = await times(31)
  expect(left(answers[0])).toEqual([401, '"credentials";q=30;w=60', '"credentials";r=29;t=60'])
  expect(answers.map(({ status }) => status)).toEqual([...Array(30).fill(401), 429])
  caller = new DomainError('invalid_api_key')
  expect((await ask()).status).toBe(429)
  expect((await ask(GET, '10.2.0.1')).status).toBe(401)
  caller = amina()
  expect((await ask()).status).toBe(200)
})

test('accepts no photos from an IP address whose last twenty were decoded in vain', async () => {
  caller = { kind: 'visitor', requestId: 'test' }
  let because: string | undefined = 'damaged'
  const { POST: PHOTO } = route({
    POST: useCase(addPhoto, async () => {
      worked += 1
      if (because) throw new DomainError('unreadable_photo', { because })
      return {}
    }),
  })
  const send = (address?: string) => ask(PHOTO, address)
  for (const each of ['damaged', 'format', 'pixels', 'cost']) {
    because = each
    expect(
      await Promise.all(Array.from({ length: 10 }, () => send())).then((all) => all.map(({ status }) => status)),
    ).toEqual(Array(10).fill(422))
  }
  because = undefined
  const refused = await send()
  expect([refused.status, worked, refused.headers.get('retry-after')]).toEqual([429, 40, '600'])
  expect((await send('10.3.0.1')).status).toBe(200)
})

test('counts a /64 of IPv6 as one IP address', async () => {
  const call = (address: string) => limitAddress(from(address), 'accounts')
  for (let i = 0; i < 60; i++) await call(`2001:db8:0:1:0:0:0:${i.toString(16)}`)
  await expect(call('2001:db8:0:1::beef')).rejects.toMatchObject({ slug: 'rate_limited' })
  await expect(call('2001:0db8::1:ffff:1:1:1')).rejects.toMatchObject({ slug: 'rate_limited' })
  await call('2001:db8:0:2::1')
})

test('ignores what a client wrote into X-Forwarded-For', async () => {
  caller = visitor
  for (let i = 0; i < 120; i++) await ask(COSTLY, `10.9.9.${i}, 10.3.0.1`)
  expect((await ask(COSTLY, '1.2.3.4, 10.3.0.1')).status).toBe(429)
})

test('rejects what exceeds a limit that another copy of the library counts', async () => {
  const members = { msBeforeNext: 4_000, remainingPoints: 0, consumedPoints: 31, isFirstInDuration: false }
  const exceeded = { ...members, toJSON: () => members }
  const limiter = { consume: () => Promise.reject(exceeded), get: () => Promise.resolve(exceeded) }
  const { own } = counters()
  const before = own.get('credentials 30')
  own.set('credentials 30', limiter)
  const request = new Request('http://localhost', { headers: { 'x-forwarded-for': '192.0.2.77' } })
  await expect(limitAddress(request, 'credentials')).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: 4 },
  })
  if (before) own.set('credentials 30', before)
  else own.delete('credentials 30')
})
