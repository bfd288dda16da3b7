import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import { ERRORS, isErrorSlug } from '@salama/domain/shared'
import { seedStory } from '@salama/local-supabase/story'
import { CAST } from '@salama/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, type CallOptions, openApi } from './api.ts'
import { endsTheCaller, type Known, knownIds, methodOf, type Operation, paramsOf, urlOf } from './call-operation.ts'
import { type CallerName, credentials, expiredToken, tokenFor, verdict } from './callers.ts'
import { GENERATED } from './env.ts'
import { requestsFor, toCall } from './requests.ts'

// Fuzzing: hundreds of generated requests in `npm test` and thousands in `npm run test:all`, valid and invalid, by authorized and unauthorized callers. `call` validates
// every response against the document, so little is asserted here: no internal errors, and rejections are documented
// problems. CASES sets the number, SEED repeats a run.

const CASES = Math.max(1, Math.round(GENERATED.cases / operations.length))
const TIMEOUT_MS = 60_000 + CASES * 200

let api: Api
let known: Known
let send: (op: Operation, caller: CallerName) => CallOptions
const seen = new Map<string, Map<number, number>>()
let days = 0

beforeAll(async () => {
  api = await openApi({ isCompared: true })
  await seedStory(api.stack)
})
beforeEach(async () => {
  await api.stack.query('delete from app.api_keys')
  for (const { id, role } of Object.values(CAST))
    if (role)
      await api.stack.query('insert into app.user_roles (user_id, role) values ($1, $2) on conflict do nothing', [
        id,
        role,
      ])
  send = await credentials(api, await expiredToken(api))
  known = await knownIds(api.stack)
})
afterAll(async () => {
  console.log(summary())
  await api.close()
})

const ALL = ['a rider', 'a surveyor', 'an admin', 'a key with the scope', 'nobody', 'a revoked key'] as const

/** Mostly authorized callers, as the others are rejected before validation. */
function callersOf(op: Operation): fc.Arbitrary<CallerName> {
  const welcome = ALL.filter((caller) => verdict(op, caller) === 'allowed')
  return fc.oneof(
    { arbitrary: fc.constantFrom(...welcome), weight: 12 },
    { arbitrary: fc.constantFrom(...ALL), weight: 1 },
  )
}

/** The credentials of a caller; an operation that deletes the account uses a new one each time. */
const credentialsOf = async (op: Operation, caller: CallerName): Promise<CallOptions> =>
  endsTheCaller(op) && verdict(op, caller) === 'allowed'
    ? { token: await tokenFor(api, randomUUID()) }
    : send(op, caller)

async function expectSound(op: Operation, response: Response): Promise<void> {
  const counts = seen.get(op.name) ?? new Map<number, number>()
  seen.set(op.name, counts.set(response.status, (counts.get(response.status) ?? 0) + 1))
  if (response.status < 400) return
  expect(response.status, await response.clone().text()).toBeLessThan(500)
  const { code, status, type } = await response.json()
  expect(isErrorSlug(code) && ERRORS[code].status).toBe(response.status)
  expect([status, type]).toEqual([response.status, expect.stringMatching(new RegExp(`/errors/${code}$`))])
  await FREE[code]?.()
}

/** Resets limits in SQL when they are reached, so that they do not hide later results. */
const FREE: Partial<Record<string, () => Promise<unknown>>> = {
  rate_limited: () => api.stack.shiftClock(`${++days} days`),
  too_many_api_keys: () => api.stack.query('delete from app.api_keys where owner_id <> $1', [CAST.eve.id]),
}

/** The cursor after the first row of a list with more than one. */
async function cursorOf(op: Operation): Promise<string | null> {
  if (op.query?.shape.cursor === undefined || op.events) return null
  const [caller = 'nobody'] = ALL.filter((each) => verdict(op, each) === 'allowed')
  const url = urlOf(op, paramsOf(op, known), { ...op.examples.query, limit: 1 })
  const response = await api.call('GET', url, send(op, caller))
  if (!response.ok) return null
  if (op.file === undefined) return (await response.json()).page.nextCursor
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  return new URL(next, 'http://localhost').searchParams.get('cursor')
}

// Writes run last, so that reads see the same data for every seed.
const readsFirst = operations.toSorted((a, b) => Number(a.method !== 'get') - Number(b.method !== 'get'))

test.each(readsFirst.map((op) => [op.name, op] as const))(
  '%s handles generated requests without an internal error',
  async (_, op) => {
    const requests = fc.asyncProperty(
      callersOf(op),
      requestsFor(op, known, await cursorOf(op)),
      async (caller, generated) => {
        const [address, { headers, ...rest }] = toCall(op, generated)
        const who = await credentialsOf(op, caller)
        await expectSound(
          op,
          await api.call(methodOf(op), address, { ...who, ...rest, headers: { ...headers, ...who.headers } }),
        )
      },
    )
    await fc.assert(requests, { seed: GENERATED.seed, numRuns: CASES, includeErrorInReport: true })
  },
  TIMEOUT_MS,
)

/** The number of requests by operation and status, to inspect the coverage. */
function summary(): string {
  const rows = [...seen].map(([name, counts]) => {
    const byStatus = [...counts].toSorted(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
    return `  ${name.padEnd(28)} ${byStatus.join('  ')}`
  })
  const total = [...seen.values()].flatMap((counts) => [...counts.values()]).reduce((sum, n) => sum + n, 0)
  return [`${total} generated requests, SEED=${GENERATED.seed}`, ...rows].join('\n')
}
