import { createHash, randomUUID } from 'node:crypto'
import { Problem } from '@salama/domain/shared'
import type { RouteHandlers } from '@salama/http'
import { CAST } from '@salama/testing'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as follows from '../app/api/follows/route.ts'
import * as look from '../app/api/receipt/look/route.ts'
import * as withdraw from '../app/api/receipt/withdraw/route.ts'
import * as photos from '../app/api/report-incident/[id]/photos/route.ts'
import * as report from '../app/api/report-incident/route.ts'
import { openRider, type Rider } from './rider.ts'
import { storeOf } from './store.ts'

let rider: Rider
let photo: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  rider = await openRider()
  photo = await withPlace()
})
beforeEach(async () => {
  await rider.stack.query(
    'truncate app.reports, app.incidents, app.incident_feed, app.incident_history, app.jobs cascade',
  )
})
afterAll(() => rider.close())

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const KOJA = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }
const crash = (more: object = {}) => ({ id: randomUUID(), category: 'crash', injury: 'none', place: KOJA, ...more })

/** A JPEG as a phone creates it: with location and camera metadata, and trailing data. */
async function withPlace(): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#884422' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .toBuffer()
  return new Uint8Array(Buffer.concat([jpeg, Buffer.from('PK-hidden-behind')]))
}

/** Sends a report from a new phone without an account; returns the device cookie. */
async function reported(json: object): Promise<string> {
  const response = await rider.send(report, '/api/report-incident', { json })
  expect(response.status).toBe(201)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}
const send = (id: string, cookie: string, more: { photoId?: string; file?: Uint8Array<ArrayBuffer> } = {}) =>
  rider.send(photos, `/api/report-incident/${id}/photos?photoId=${more.photoId ?? randomUUID()}`, {
    file: more.file ?? photo,
    params: { id },
    ...(cookie === 'amina' || cookie === 'eve' ? { as: cookie } : { headers: { cookie } }),
  })
const codeOf = async (response: Response) => Problem.parse(await response.json()).code
const server = () => storeOf(rider.stack, rider.stack.supabase.secretKey)
const saved = (id: string) => server().list(id)

test('accepts a report without an account, recognizes the device cookie, and dedupes a retry', async () => {
  const json = crash({ receiptCode: CODE })
  const cookie = await reported(json)
  expect(cookie).toMatch(/^salama-rider\.device=/)
  const again = await rider.send(report, '/api/report-incident', { json, headers: { cookie } })
  expect([again.status, await again.json()]).toEqual([200, expect.objectContaining({ repeated: true })])
  const other = await rider.send(report, '/api/report-incident', { json: { ...json, receiptCode: undefined } })
  expect(await codeOf(other)).toBe('id_reused')
  await rider.stack.query('delete from app.devices')
  const idle = await rider.send(report, '/api/report-incident', { json: crash(), headers: { cookie } })
  expect([idle.status, idle.headers.get('set-cookie')]).toEqual([201, null])
})

test('accepts a retry and photos by receipt code when the device cookie was lost', async () => {
  const json = crash({ receiptCode: CODE })
  const lost = await reported(json)
  const again = await rider.send(report, '/api/report-incident', { json })
  expect([again.status, await again.json()]).toEqual([200, expect.objectContaining({ id: json.id, repeated: true })])
  const cookie = again.headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).not.toBe(lost)
  expect((await send(json.id, cookie)).status).toBe(201)
  expect(await rider.stack.query('select count(*)::int as n from app.reports')).toEqual([{ n: 1 }])
})

test('returns the report for a receipt code in the body, signed in or not', async () => {
  await reported(crash({ receiptCode: CODE }))
  for (const as of [undefined, 'eve'] as const) {
    const json = { code: '2m7r5-qxk0c-9d3f8-ghjnp-tvwyz-a' }
    const response = await rider.send(look, '/api/receipt/look', { json, ...(as && { as }) })
    expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ state: 'linked' })])
  }
  const wrong = await rider.send(look, '/api/receipt/look', { json: { code: 'nothing like it' } })
  expect([wrong.status, await codeOf(wrong)]).toEqual([404, 'not_found'])
  const foreign = await rider.send(withdraw, '/api/receipt/withdraw', {
    json: { code: CODE },
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(403)
  const gone = await rider.send(withdraw, '/api/receipt/withdraw', { json: { code: CODE } })
  expect(await gone.json()).toMatchObject({ state: 'withdrawn' })
})

test('strips metadata and trailing data from a photo', async () => {
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('SecretPhone')
  const json = crash()
  const cookie = await reported(json)
  const photoId = randomUUID()
  const response = await send(json.id, cookie, { photoId })
  expect([response.status, await response.json()]).toEqual([
    201,
    { id: photoId, state: 'pending', width: 1600, height: 800, repeated: false },
  ])
  const stored = await server().read(`${json.id}/${photoId}.webp`)
  const bytes = Buffer.from(await stored.arrayBuffer())
  const about = await sharp(bytes).metadata()
  expect([about.format, about.exif, about.xmp, about.icc]).toEqual(['webp', undefined, undefined, undefined])
  for (const hidden of ['SecretPhone', 'GPS', 'PK-hidden-behind']) expect(bytes.includes(hidden)).toBe(false)
  const [row] = await rider.stack.query<{ sha: string }>(`select encode(sha256, 'hex') as sha from app.report_photos`)
  expect(row?.sha).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('stores a retried photo once, and rejects another picture with its id', async () => {
  const json = crash()
  const cookie = await reported(json)
  const photoId = randomUUID()
  const all = await Promise.all([1, 2, 3, 4].map(() => send(json.id, cookie, { photoId })))
  expect(all.map((each) => each.status).toSorted()).toEqual([200, 200, 200, 201])
  const [object = ''] = await saved(json.id)
  await server().remove(object)
  expect((await send(json.id, cookie, { photoId })).status).toBe(200)
  expect(await saved(json.id)).toEqual([object])
  const other = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer()
  expect(await codeOf(await send(json.id, cookie, { photoId, file: new Uint8Array(other) }))).toBe('id_reused')
})

test('accepts at most three photos, from the reporter only, also concurrently', async () => {
  const json = crash()
  const cookie = await reported(json)
  const stranger = await reported(crash())
  for (const who of [stranger, 'eve']) expect(await codeOf(await send(json.id, who))).toBe('not_found')
  expect(await codeOf(await send(json.id, ''))).toBe('unauthenticated')
  const all = await Promise.all([1, 2, 3, 4, 5].map(() => send(json.id, cookie)))
  expect(all.filter((each) => each.status === 201)).toHaveLength(3)
  expect(await codeOf(await send(json.id, cookie))).toBe('report_full')
  const own = crash()
  await rider.send(report, '/api/report-incident', { as: 'amina', json: own })
  expect(await codeOf(await send(own.id, cookie))).toBe('not_found')
  expect((await send(own.id, 'amina')).status).toBe(201)
})

test('rejects other files, decompression bombs, corrupt and oversized photos, and stores nothing', async () => {
  const json = crash()
  const cookie = await reported(json)
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
    .jpeg()
    .toBuffer()
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const fakes = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<svg/>')]),
    Buffer.from('RIFF....WEBPVP8 nothing'),
    png,
    bomb,
    Buffer.from(photo).subarray(0, 700),
    Buffer.alloc(0),
  ]
  for (const fake of fakes)
    expect(await codeOf(await send(json.id, cookie, { file: new Uint8Array(fake) }))).toBe('unreadable_photo')
  expect((await send(json.id, cookie, { file: new Uint8Array(2 * 1024 * 1024 + 1) })).status).toBe(413)
  expect(await saved(json.id)).toEqual([])
  expect(await rider.stack.query('select from app.report_photos')).toEqual([])
})

test('decodes nothing before the report is found, open, and has room', async () => {
  const json = crash({ receiptCode: CODE })
  const cookie = await reported(json)
  const notAPhoto = { file: new Uint8Array(Buffer.from('<svg/>')) }
  expect(await codeOf(await send(randomUUID(), cookie, notAPhoto))).toBe('not_found')
  expect(await codeOf(await send(json.id, 'eve', notAPhoto))).toBe('not_found')
  for (const each of [1, 2, 3]) expect([each, (await send(json.id, cookie)).status]).toEqual([each, 201])
  expect(await codeOf(await send(json.id, cookie, notAPhoto))).toBe('report_full')
  await rider.send(withdraw, '/api/receipt/withdraw', { json: { code: CODE } })
  expect(await codeOf(await send(json.id, cookie, notAPhoto))).toBe('invalid_transition')
})

test('answers reads while large photos are decoded', async () => {
  const json = crash({ receiptCode: CODE })
  const cookie = await reported(json)
  const large = await sharp({ create: { width: 6_000, height: 4_000, channels: 3, background: '#884422' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const uploads = [1, 2, 3].map(() => send(json.id, cookie, { file: new Uint8Array(large) }).then(() => 'uploaded'))
  const read = rider.send(look, '/api/receipt/look', { json: { code: CODE } }).then(({ status }) => status)
  expect(await Promise.race([...uploads, read])).toBe(200)
  await Promise.all(uploads)
})

test('denies everyone but the servers direct access to the picture bucket', async () => {
  const own = crash()
  await rider.send(report, '/api/report-incident', { as: 'amina', json: own })
  await send(own.id, 'amina')
  const [object = ''] = await saved(own.id)
  const { publishableKey, url } = rider.stack.supabase
  for (const who of [undefined, 'eve', 'amina', 'dalmas'] as const) {
    const store = storeOf(rider.stack, publishableKey, who && (await tokenOf(who)))
    expect(await store.list(own.id)).toEqual([])
    for (const tried of [
      await store.read(object),
      await store.sign(object),
      await store.put(`${own.id}/x.webp`, photo),
      await store.replace(object, photo),
      await store.move(object, 'mine.webp'),
      await store.copy(object, 'mine.webp'),
    ])
      expect(tried.ok).toBe(false)
    await store.remove(object)
    expect((await server().read(object)).ok).toBe(true)
  }
  for (const path of [`public/report-photos/${object}`, `report-photos/${object}`])
    expect((await fetch(`${url}/storage/v1/object/${path}`)).ok).toBe(false)
  expect(await saved(own.id)).toEqual([object])
})

test('deletes the pictures of a withdrawn report, also one that was being uploaded', async () => {
  const json = crash({ receiptCode: CODE })
  const cookie = await reported(json)
  await send(json.id, cookie)
  const [object = ''] = await saved(json.id)
  await rider.send(withdraw, '/api/receipt/withdraw', { json: { code: CODE } })
  expect(await codeOf(await send(json.id, cookie))).toBe('invalid_transition')
  await rider.stack.work()
  expect(await saved(json.id)).toEqual([])
  await server().put(object, photo)
  await rider.stack.shiftClock('11 minutes')
  await rider.stack.work()
  expect(await saved(json.id)).toEqual([])
  expect(await rider.stack.query(`select from app.jobs where task like 'erase%'`)).toEqual([])
  await rider.stack.shiftClock('0')
})

async function tokenOf(person: keyof typeof CAST): Promise<string> {
  const { url, publishableKey } = rider.stack.supabase
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: CAST[person].email, password: 'salama-demo' }),
  })
  const { access_token }: { access_token: string } = await response.json()
  return access_token
}

// Runs last: it uses up this IP address's limit for new device ids.
test('shows only a few of sixty reports that are sent at once with new device ids', async () => {
  await rider.stack.query('delete from app.report_networks') // removes the rows of earlier tests
  const spread = Array.from({ length: 60 }, (_, i) => crash({ place: { ...KOJA, lat: KOJA.lat - 0.006 * (i % 12) } }))
  const answers = await Promise.all(spread.map((json) => rider.send(report, '/api/report-incident', { json })))
  const states = await Promise.all(
    answers.map(async (each) => (each.status === 201 ? (await each.json()).state : each.status)),
  )
  expect(states.filter((each) => each === 'linked')).toHaveLength(5)
  expect(new Set(states)).toEqual(new Set(['linked', 'in_review']))
  const saved = await rider.stack.query<{ address: string }>(
    `select encode(network, 'escape') as address from app.report_networks`,
  )
  expect(JSON.stringify(saved)).not.toMatch(/unknown|127\.0/)
})

test('a phone reports, however much another behind the same IP address looked up, voted and followed', async () => {
  const statuses = async (count: number, handlers: RouteHandlers, path: string, json: object) => {
    const send = () => rider.send(handlers, path, { json }).then(({ status }) => status)
    return new Set(await Promise.all(Array.from({ length: count }, send)))
  }
  expect(await statuses(126, look, '/api/receipt/look', { code: CODE })).toEqual(new Set([404]))
  const follow = { kind: 'place', place: { lat: KOJA.lat, lng: KOJA.lng }, radiusM: 500, name: 'Koja' }
  expect(await statuses(40, follows, '/api/follows', follow)).toEqual(new Set([200, 429]))
  const json = { id: randomUUID(), category: 'assault', place: KOJA }
  expect((await rider.send(report, '/api/report-incident', { json })).status).toBe(201)
})
