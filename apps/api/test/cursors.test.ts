import { randomUUID } from 'node:crypto'
import { operations } from '@salama/domain/contract'
import { coursesFolder, readCourses } from '@salama/domain/learning/files'
import { seedStory } from '@salama/local-supabase/story'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type CallOptions, openApi } from './api.ts'
import { type Known, knownIds, type Operation, paramsOf, urlOf } from './call-operation.ts'
import { type CallerName, credentials, expiredToken, verdict } from './callers.ts'

// Tests every paginated list: complete and without duplicates at any page size, also with inserts between pages, and
// accepting only its own cursors for the same query.

const lists = operations
  .filter((op) => op.query?.shape.cursor !== undefined && !op.file && !op.events)
  .map((op) => [op.name, op] as const)

let api: Api
let known: Known
let send: (op: Operation, caller: CallerName) => CallOptions
beforeAll(async () => {
  api = await openApi({ isCompared: true })
  await seedStory(api.stack)
  send = await credentials(api, await expiredToken(api))
  for (let n = 0; n < 5; n++) await makeKey()
  known = await knownIds(api.stack)
})
afterAll(() => api.close())

type Page = { data: Record<string, unknown>[]; page: { nextCursor: string | null } }

/** One page, requested by an authorized caller with only the required parameters. */
async function ask(op: Operation, query: Record<string, unknown>): Promise<Response> {
  const reader = (['a rider', 'a surveyor', 'an admin'] as const).find((each) => verdict(op, each) === 'allowed')
  const needed = Object.entries(op.examples.query ?? {}).filter(
    ([name]) => !op.query?.shape[name]?.safeParse(undefined).success,
  )
  const url = urlOf(op, paramsOf(op, known), { ...Object.fromEntries(needed), ...WIDE[op.name], ...query })
  return api.call('GET', url, send(op, reader ?? 'nobody'))
}

/** Parameters for lists whose defaults would return too few rows, or thousands. */
const WIDE: Record<string, Record<string, unknown>> = {
  listNearbyIncidents: { radiusM: 25_000 },
  listStops: { q: 'koja' },
}

/** Reads all pages: until there is no cursor or, for lists that can be followed, until a page is empty. */
async function walk(op: Operation, limit: number, from: string | null = ''): Promise<string[]> {
  const rows: string[] = []
  for (let cursor = from; cursor !== null; ) {
    const response = await ask(op, { limit, ...(cursor !== '' && { cursor }) })
    const { data, page }: Page = await response.json()
    expect(data.length).toBeLessThanOrEqual(limit)
    rows.push(...data.map((row) => String(row.id ?? JSON.stringify(row))))
    cursor = data.length === 0 ? null : page.nextCursor
  }
  return rows
}

const cursorOf = async (op: Operation) => {
  const page: Page = await (await ask(op, { limit: 1 })).json()
  return page.page.nextCursor
}

const makeKey = () =>
  api.call('POST', '/api/v1/api-keys', { as: 'amina', body: { name: 'Proof', scopes: ['incidents:read'] } })
const report = (place: { lat: number; lng: number }) =>
  api.call('POST', '/api/v1/reports', { as: 'baraka', body: { id: randomUUID(), category: 'hazard', place } })
const insert = (table: string, columns: string) =>
  api.stack.query(
    `insert into app.${table} (id, ${columns.split(' values ')[0]}) values (gen_random_uuid(), ${columns.split(' values ')[1]})`,
  )

/** Inserts a new row into a list, where a test can. Other lists are read as they are. */
const NEWS: Record<string, () => Promise<unknown>> = {
  listIncidents: () => report({ lat: -1.3012, lng: 36.7826 }),
  listNearbyIncidents: () => report({ lat: -1.2813, lng: 36.8227 }),
  listCorridorIncidents: () => report({ lat: -1.2185, lng: 36.8921 }),
  listCorridors: () =>
    insert(
      'corridors',
      `feed, slug, name, geom, length_m values 'proof', 'aardvark-road', 'Aardvark Road', 'SRID=4326;MULTILINESTRING((36.8 -1.3,36.81 -1.3))'::extensions.geometry, 1100`,
    ),
  listLearningCourses: () =>
    api.stack.query('select api.load_course($1)', [
      { ...readCourses(coursesFolder())[0], slug: 'aardvark', position: 1 },
    ]),
  listSaccos: () => insert('saccos', `slug, name values 'aardvark-demo', 'Aardvark Demo'`),
  listSaccoVehicles: () =>
    insert(
      'vehicles',
      `plate, plate_key, public_code, sacco_id values 'KZZ 001D', 'KZZ001D', 'V-00000001', '0b000000-0000-4000-8000-000000000001'`,
    ),
}

test('inserts new rows only into lists that exist', () => {
  expect(Object.keys({ ...NEWS, ...WIDE }).filter((name) => !lists.some(([list]) => list === name))).toEqual([])
})

test.each(lists)('%s returns the same rows with any page size', async (_, op) => {
  const whole = await walk(op, 100)
  expect(new Set(whole).size).toBe(whole.length)
  expect((await walk(op, 7)).toSorted()).toEqual(whole.toSorted())
  if (whole.length < 40) expect((await walk(op, 1)).toSorted()).toEqual(whole.toSorted())
})

test.each(lists.filter(([name]) => name in NEWS))(
  '%s neither repeats nor skips a row when one is inserted between pages',
  async (name, op) => {
    const before = await walk(op, 2)
    expect(before.length).toBeGreaterThan(1)
    const first: Page = await (await ask(op, { limit: 1 })).json()
    await NEWS[name]?.()
    const rest = await walk(op, 2, first.page.nextCursor)
    const seen = [...first.data.map((row) => String(row.id)), ...rest]
    expect(new Set(seen).size).toBe(seen.length)
    expect(before.filter((id) => !seen.includes(id))).toEqual([])
    expect(await walk(op, 2)).toHaveLength(before.length + 1)
  },
)

const refusal = async (response: Response) => [response.status, (await response.json()).errors?.[0]?.path]

test.each(lists)('%s rejects a tampered cursor', async (_, op) => {
  const own = (await cursorOf(op)) ?? Buffer.alloc(40, 7).toString('base64url')
  const changed = [0, 10, 30, own.length - 1].map((at) => {
    const letter = own[at] === 'A' ? 'B' : 'A'
    return `${own.slice(0, at)}${letter}${own.slice(at + 1)}`
  })
  for (const cursor of [...changed, own.slice(0, -1), `${own}A`, `${own}=`, ` ${own}`, 'e30', '0', '%'])
    expect([cursor, ...(await refusal(await ask(op, { cursor })))]).toEqual([cursor, 422, 'cursor'])
})

test('rejects the cursor of another list', async () => {
  const cursors = await Promise.all(lists.map(async ([name, op]) => [name, await cursorOf(op)] as const))
  const given = cursors.flatMap(([name, cursor]) => (cursor === null ? [] : [[name, cursor] as const]))
  expect(given.length).toBeGreaterThan(3)
  for (const [name, op] of lists)
    for (const [other, cursor] of given.filter(([each]) => each !== name))
      expect([name, other, ...(await refusal(await ask(op, { cursor })))]).toEqual([name, other, 422, 'cursor'])
})

/** The same list with another query: another place, order or filter. */
const OTHERWISE: [address: string, asked: Record<string, unknown>, otherwise: Record<string, unknown>][] = [
  ['/incidents/nearby', { lat: -1.28, lng: 36.82, radiusM: 25_000 }, { lat: -1.3605, lng: 36.7651, radiusM: 25_000 }],
  ['/incidents/nearby', { lat: -1.28, lng: 36.82, radiusM: 25_000 }, { lat: -1.28, lng: 36.82, radiusM: 24_000 }],
  ['/incidents', {}, { bbox: '-1.5,36.6,-1.1,37.1' }],
  ['/corridors', {}, { lat: -1.28, lng: 36.82 }],
  ['/corridors', { lat: -1.28, lng: 36.82 }, {}],
  ['/routes', {}, { corridorId: 'thika-road' }],
  ['/saccos', {}, { q: 'demo' }],
]

test.each(OTHERWISE)(
  '%s with %j accepts its cursor with the same query only, not with %j',
  async (path, asked, otherwise) => {
    const page = async (query: Record<string, unknown>) => {
      const texts = Object.entries(query).map(([name, value]) => [name, String(value)])
      return api.call('GET', `/api/v1${path}?${new URLSearchParams(texts)}`, { as: 'eve' })
    }
    const { page: first }: Page = await (await page({ ...asked, limit: 1 })).json()
    const cursor = first.nextCursor
    expect(cursor).not.toBeNull()
    expect((await page({ ...asked, limit: 5, cursor })).status).toBe(200)
    const { status, errors } = await (await page({ ...otherwise, limit: 5, cursor })).json()
    expect([status, errors]).toEqual([422, [expect.objectContaining({ path: 'cursor', code: 'invalid_cursor' })]])
  },
)

test('accepts a cursor of the changes with another page size', async () => {
  const first: Page = await (await api.call('GET', '/api/v1/incidents/changes?limit=1', { as: 'eve' })).json()
  const next = `/api/v1/incidents/changes?limit=100&cursor=${first.page.nextCursor}`
  expect((await api.call('GET', next, { as: 'eve' })).status).toBe(200)
})
