import { randomUUID } from 'node:crypto'
import { addReportPhoto } from '@salama/domain/photos'
import { submitIncidentReport } from '@salama/domain/reports'
import { Problem } from '@salama/domain/shared'
import { bearerCaller } from '@salama/session/bearer'
import { cookieOf } from '@salama/session/testing'
import { type PersonName, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GET } from '../app/api/reports/[id]/photos/[photoId]/route.ts'

const id = randomUUID()
const photoId = randomUUID()

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ apps: [] })
  // The report comes through another app: the console stores no picture.
  startWith({ ...stack.env('admin'), SERVER_TOKEN: stack.env('rider').SERVER_TOKEN ?? '' })
  // A rider's crash report with a photo of 40 by 30 pixels.
  const { accessToken } = await signIn(stack.supabase, 'amina')
  const request = new Request(stack.addresses.admin, { headers: { authorization: `Bearer ${accessToken}` } })
  const amina = await bearerCaller(request, addReportPhoto.operation, randomUUID())
  const place = { lat: -1.2812, lng: 36.8226, accuracyM: 20 }
  await submitIncidentReport(amina, { id, category: 'crash', injury: 'none', place })
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()
  await addReportPhoto(amina, { id, photoId, bytes })
  startWith(stack.env('admin'))
})
afterAll(() => stack.close())

async function look(as: PersonName | null, of: { id: string; photoId: string } = { id, photoId }) {
  const request = new Request(`${stack.addresses.admin}/api/reports/${of.id}/photos/${of.photoId}`, {
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(as && { cookie: await cookieOf(await signIn(stack.supabase, as)) }),
    },
  })
  return GET(request, { params: Promise.resolve(of) })
}

test('returns the photo of a report to a reviewer with no-store', async () => {
  const response = await look('dalmas')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const photo = await response.json()
  expect(photo).toMatchObject({ id: photoId, state: 'pending', width: 40, height: 30, mediaType: 'image/webp' })
  expect(photo).not.toHaveProperty('object')
  expect(await sharp(Buffer.from(photo.base64, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 40 })
})

test.each([
  [null, 401, 'unauthenticated'],
  ['amina', 403, 'role_required'],
  ['eve', 403, 'role_required'],
  ['chebet', 403, 'role_required'],
] as const)('rejects %s with the same error whether the photo exists or not', async (person, status, code) => {
  for (const of of [
    { id, photoId },
    { id, photoId: randomUUID() },
  ]) {
    const response = await look(person, of)
    expect(response.status).toBe(status)
    expect(Problem.parse(await response.json()).code).toBe(code)
  }
})

test('returns 404 for a photo of another report', async () => {
  for (const of of [
    { id, photoId: randomUUID() },
    { id: randomUUID(), photoId },
  ]) {
    const response = await look('dalmas', of)
    expect([response.status, Problem.parse(await response.json()).code]).toEqual([404, 'not_found'])
  }
})
