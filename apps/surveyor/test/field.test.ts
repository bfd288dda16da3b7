import { randomUUID } from 'node:crypto'
import { getCollectionEntryPhoto } from '@salama/domain/photos'
import { Problem } from '@salama/domain/shared'
import type { RouteHandlers } from '@salama/http'
import { accountKey } from '@salama/session'
import { cookieOf } from '@salama/session/testing'
import { CAST, type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { canBePlate, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as assignments from '../app/api/assignments/route.ts'
import * as entries from '../app/api/collection-entries/route.ts'
import * as fieldState from '../app/api/field-state/route.ts'
import * as knownVehicles from '../app/api/known-vehicles/route.ts'
import * as start from '../app/api/session/start/route.ts'
import * as photos from '../app/api/submissions/[id]/photos/route.ts'
import * as submissions from '../app/api/submissions/route.ts'
import { REASONS } from '../src/collect/returned.tsx'

let stack: Stack
let sessionId: string
const cookies = new Map<PersonName, string>()
beforeAll(async () => {
  stack = await startStack({ apps: [] })
  startWith(stack.env('surveyor'))
  for (const who of ['chebet', 'amina'] as const) cookies.set(who, await cookieOf(await signIn(stack.supabase, who)))
  await stack.query(`update app.surveyor_sessions set state = 'ended', ended_at = started_at where state = 'open'`)
  sessionId = randomUUID()
  expect((await send(start, '/api/session/start', { json: { id: sessionId } })).status).toBe(201)
})
afterAll(() => stack.close())

type Sent = {
  as?: PersonName
  /** The account that the phone expects. */
  means?: PersonName
  json?: unknown
  file?: Uint8Array<ArrayBuffer>
  params?: Record<string, string>
  ifNoneMatch?: string
}

/** A request as a page of the app sends it. */
async function send(handlers: RouteHandlers, address: string, { as = 'chebet', means = as, ...rest }: Sent = {}) {
  const { json, file, params = {}, ifNoneMatch } = rest
  const body = file ?? (json === undefined ? undefined : JSON.stringify(json))
  const method = body === undefined ? 'GET' : 'POST'
  const headers = {
    'sec-fetch-site': 'same-origin',
    cookie: cookies.get(as) ?? '',
    'salama-account': accountKey(CAST[means].email),
    'content-type': file ? 'image/jpeg' : 'application/json',
    ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }),
  }
  const request = new Request(new URL(address, stack.addresses.surveyor), { method, headers, ...(body && { body }) })
  return handlers[method](request, { params: Promise.resolve(params) })
}
const codeOf = async (response: Response) => Problem.parse(await response.json()).code
const entry = (more: object = {}) => ({ id: randomUUID(), sessionId, vehicle: { plate: 'KDA 900A' }, ...more })
const jpeg = async () =>
  new Uint8Array(
    await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#884422' } })
      .jpeg()
      .withExif({ IFD0: { Make: 'SecretPhone' } })
      .toBuffer(),
  )
const addPhoto = async (id: string, photoId: string, more: Sent = {}) =>
  send(photos, `/api/submissions/${id}/photos?photoId=${photoId}`, { file: await jpeg(), params: { id }, ...more })

test('stores a retried entry and photo once, and strips the photo’s metadata', async () => {
  const json = entry()
  expect((await send(submissions, '/api/submissions', { json })).status).toBe(201)
  expect((await send(submissions, '/api/submissions', { json })).status).toBe(200)
  const photoId = randomUUID()
  expect((await addPhoto(json.id, photoId)).status).toBe(201)
  const again = await addPhoto(json.id, photoId)
  expect([again.status, await again.json()]).toEqual([200, { id: photoId, width: 1600, height: 800, repeated: true }])
  const listed = await (await send(entries, `/api/collection-entries?sessionId=${sessionId}`)).json()
  expect(listed.data.find(({ id }: { id: string }) => id === json.id)).toMatchObject({ photos: 1 })
  const { accessToken } = await signIn(stack.supabase, 'dalmas')
  const admin = {
    kind: 'user',
    token: accessToken,
    subject: CAST.dalmas.id,
    device: undefined,
    requestId: 'test',
  } as const
  const shown = await getCollectionEntryPhoto(admin, { id: json.id, photoId })
  const stored = Buffer.from(shown.base64, 'base64')
  expect([(await sharp(stored).metadata()).format, stored.includes('SecretPhone')]).toEqual(['webp', false])
})

test('returns the field state in one response, and the rest of each list by cursor', async () => {
  const first = entry()
  await send(submissions, '/api/submissions', { json: first })
  await stack.query(
    `insert into app.collection_entries (id, surveyor_id, content_hash, session_id, plate_key, facts, captured_at,
                                         received_at, seen_before, late, contested, state)
     select gen_random_uuid(), surveyor_id, content_hash, session_id, 'KDA900A', facts, captured_at,
            received_at - n * interval '1 second', true, false, false, 'changes_requested'
       from app.collection_entries, generate_series(1, 150) n where id = $1`,
    [first.id],
  )
  await stack.query(
    `with more as (
       insert into app.assignments (kind, title, instructions, area, created_at)
       select kind, title, instructions, row(-1.3, 36.8, -1.2, 36.9)::app.field_area, created_at
         from (select * from app.assignments limit 1) a, generate_series(1, 150) returning id)
     insert into app.assignment_slots (assignment_id, n, state, holder_id, token, claimed_at, held_until)
     select id, 1, 'submitted', $1, nextval('app.fencing_tokens'), created_at, created_at + interval '2 hours'
       from more, lateral (select app.now() as created_at) at`,
    [CAST.chebet.id],
  )
  const { isSurveyor, isEligible, work } = await (await send(fieldState, '/api/field-state')).json()
  expect([isSurveyor, isEligible, work.session.id]).toEqual([true, true, sessionId])
  const lists = [
    [work.recent, entries, `/api/collection-entries?sessionId=${sessionId}`],
    [work.returned, entries, '/api/collection-entries?state=changes_requested'],
    [work.mine, assignments, '/api/assignments?state=mine'],
  ] as const
  for (const [begun, at, address] of lists) {
    const whole = `${address}&limit=100`
    expect(begun).toEqual(await (await send(at, whole)).json())
    const rest = await (await send(at, `${whole}&cursor=${begun.page.nextCursor}`)).json()
    const ids = new Set([...begun.data, ...rest.data].map(({ id }: { id: string }) => id))
    expect([ids.size >= 150, ids.size]).toEqual([true, begun.data.length + rest.data.length])
  }
  expect(work.open).toEqual(await (await send(assignments, '/api/assignments?state=open&limit=100')).json())
  expect(work.stats.total.entries.changesRequested).toBe(150)
})

test('returns no field work without the role, and rejects a request for another account', async () => {
  const reply = await (await send(fieldState, '/api/field-state', { as: 'amina' })).json()
  expect(reply).toEqual({ isSurveyor: false, isEligible: false, mustAgree: false, work: null })
  expect(await codeOf(await send(fieldState, '/api/field-state', { means: 'amina' }))).toBe('unauthenticated')
})

test('returns the known vehicles once, then 304 until one changes, and to surveyors only', async () => {
  const ask = (more: Sent = {}) => send(knownVehicles, '/api/known-vehicles', more)
  const first = await ask()
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, max-age=0'])
  const ifNoneMatch = first.headers.get('etag') ?? ''
  expect((await ask({ ifNoneMatch })).status).toBe(304)
  await stack.query(`update app.vehicles set capacity = coalesce(capacity, 0) % 60 + 7
                      where id = (select id from app.vehicles order by id limit 1)`)
  expect((await ask({ ifNoneMatch })).status).toBe(200)
  expect(await codeOf(await ask({ as: 'amina' }))).toBe('role_required')
  expect(await codeOf(await ask({ means: 'amina' }))).toBe('unauthenticated')
})

test('rejects reads and writes that are meant for another account than the signed-in one', async () => {
  const json = entry()
  expect(await codeOf(await send(submissions, '/api/submissions', { json, means: 'amina' }))).toBe('unauthenticated')
  expect(await codeOf(await send(assignments, '/api/assignments', { means: 'amina' }))).toBe('unauthenticated')
  expect(await stack.query('select from app.collection_entries where id = $1', [json.id])).toEqual([])
})

test('rejects an entry or photo from a rider', async () => {
  const json = entry()
  await send(submissions, '/api/submissions', { json })
  expect(await codeOf(await send(submissions, '/api/submissions', { json: entry(), as: 'amina' }))).toBe(
    'role_required',
  )
  expect(await codeOf(await addPhoto(json.id, randomUUID(), { as: 'amina' }))).toBe('role_required')
})

test('rejects a file that is not a photo', async () => {
  const json = entry()
  await send(submissions, '/api/submissions', { json })
  const file = new TextEncoder().encode('<script>alert(1)</script>')
  expect(await codeOf(await addPhoto(json.id, randomUUID(), { file }))).toBe('unreadable_photo')
})

test('accepts the same plates on the phone as the database does', async () => {
  const plates = [
    'kda 123a',
    'KMDA-123A',
    'KD1',
    'KDAB',
    'UAX12',
    '123 ABC',
    'GK A123Z',
    'ABCDEFG123',
    'kd\u0131 123a',
    '',
  ]
  const told = await stack.query<{ plate: string; is: boolean }>(
    'select p as plate, coalesce(app.can_be_plate(app.plate_key(p)), false) as is from unnest($1::text[]) p',
    [plates],
  )
  expect(plates.map((plate) => ({ plate, is: canBePlate(plate) }))).toEqual(told)
})

test('asks about the same unusual plates as the database marks', async () => {
  const plates = [
    'kda 123a',
    'KMDA-123A',
    'KMDX 456B',
    'KQA321',
    'AB12',
    'KDA 12A',
    'KDA 123AB',
    'GK A123Z',
    'kd\u0131 123a',
    'KOA 123A',
    'KDA 123I',
    'KDA 1O3A',
  ]
  const told = await stack.query<{ plate: string; is: boolean }>(
    'select p as plate, coalesce(app.is_usual_plate(app.plate_key(p)), false) as is from unnest($1::text[]) p',
    [plates],
  )
  expect(plates.map((plate) => ({ plate, is: looksLikePlate(plate) }))).toEqual(told)
})

test('reads the spellings of a plate as the database does', async () => {
  const digits = ['0', '1', 'O', 'I', 'L', '8', '']
  const threes = digits.flatMap((a) => digits.flatMap((b) => digits.map((c) => a + b + c)))
  const plates = ['KZZ', 'KZZ ', 'KMDL', 'KOZ ', 'AZZ'].flatMap((letters) =>
    threes.flatMap((three) => ['D', 'L', 'O', ''].map((last) => `${letters}${three}${last}`)),
  )
  plates.push('k\u200bzz\u00ad 1o4d', 'ＫＺＺ　１０４Ｄ', 'KZZ\u00a0104D', 'KZZ\u2011104 D', 'KZZ·104D\t', 'KALOLI')
  const told = await stack.query<{ plate: string; key: string }>(
    'select p as plate, app.plate_key(p) as key from unnest($1::text[]) p',
    [plates],
  )
  expect(plates.map((plate) => ({ plate, key: plateKey(plate) }))).toEqual(told)
})

test('has a message for every reason to return an entry', async () => {
  const known = await stack.query<{ code: string }>(
    `select code from app.review_reasons
      where kind = 'collection_entry' and 'changes_requested' = any (decisions::text[])`,
  )
  expect(known.map(({ code }) => code).toSorted()).toEqual(REASONS.toSorted())
})
