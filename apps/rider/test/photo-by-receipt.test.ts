import { randomUUID } from 'node:crypto'
import { Problem } from '@salama/domain/shared'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as photo from '../app/api/receipt/photo/route.ts'
import * as report from '../app/api/report-incident/route.ts'
import { openRider, type Rider } from './rider.ts'
import { storeOf } from './store.ts'

let rider: Rider
let jpeg: Buffer
beforeAll(async () => {
  rider = await openRider()
  jpeg = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#884422' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .toBuffer()
})
beforeEach(async () => {
  await rider.stack.query(
    'truncate app.reports, app.incidents, app.incident_feed, app.incident_history, app.jobs cascade',
  )
})
afterAll(() => rider.close())

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
const KOJA = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }

async function reported(): Promise<string> {
  const id = randomUUID()
  const json = { id, category: 'crash', injury: 'none', place: KOJA, receiptCode: CODE }
  expect((await rider.send(report, '/api/report-incident', { json })).status).toBe(201)
  return id
}
const send = (more: object = {}, options: object = {}) =>
  rider.send(photo, '/api/receipt/photo', {
    json: { code: CODE, id: randomUUID(), picture: jpeg.toString('base64'), ...more },
    ...options,
  })
const codeOf = async (response: Response) => Problem.parse(await response.json()).code
const server = () => storeOf(rider.stack, rider.stack.supabase.secretKey)
const savedOf = (id: string) => server().list(id)

test('a phone that has only the code adds a photo, which is redrawn without metadata', async () => {
  const reportId = await reported()
  const id = randomUUID()
  for (const who of [{}, { as: 'eve' }]) {
    const response = await send({ code: '2m7r5-qxk0c-9d3f8-ghjnp-tvwyz-a', id }, who)
    const receipt = await response.json()
    expect([response.status, receipt]).toEqual([200, expect.objectContaining({ state: 'linked', photos: ['pending'] })])
    expect(Object.keys(receipt)).not.toContain('object')
    expect(response.headers.get('set-cookie') ?? '').not.toContain('.device=')
  }
  expect(await savedOf(reportId)).toEqual([`${reportId}/${id}.webp`])
  const stored = Buffer.from(await (await server().read(`${reportId}/${id}.webp`)).arrayBuffer())
  const about = await sharp(stored).metadata()
  expect([about.format, about.width, about.height, about.exif]).toEqual(['webp', 1600, 800, undefined])
  for (const hidden of ['SecretPhone', 'GPS']) expect(stored.includes(hidden)).toBe(false)
})

test('a wrong code, another site, and what is no picture store nothing', async () => {
  const reportId = await reported()
  expect(await codeOf(await send({ code: '3M7R5QXK0C9D3F8GHJNPTVWYZA' }))).toBe('not_found')
  // Refused for its code, so the picture was not decoded.
  const notAPicture = Buffer.from('<svg/>').toString('base64')
  expect(await codeOf(await send({ code: '3M7R5QXK0C9D3F8GHJNPTVWYZA', picture: notAPicture }))).toBe('not_found')
  expect(await codeOf(await send({ picture: notAPicture }))).toBe('unreadable_photo')
  const large = (bytes: number) => Buffer.alloc(bytes).toString('base64')
  for (const picture of ['', 'not base64!', large(2 * 1024 * 1024 + 3)])
    expect(await codeOf(await send({ picture }))).toBe('invalid_request')
  expect((await send({ picture: large(3 * 1024 * 1024) })).status).toBe(413)
  expect((await send({}, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect(await savedOf(reportId)).toEqual([])
  expect(await rider.stack.query('select from app.report_photos')).toEqual([])
})

// Runs last: it uses up this IP address's limit of receipts.
test('limits how often codes can be tried', async () => {
  const statuses = []
  for (let i = 0; i < 610; i++) statuses.push((await send({ code: 'nothing like it', picture: 'AAAA' })).status)
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
})
