import { randomUUID } from 'node:crypto'
import { Problem } from '@salama/domain/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as lookup from '../app/api/vehicle-lookup/route.ts'
import * as submit from '../app/rate/submit/route.ts'
import { openRider, type Rider } from './rider.ts'

let rider: Rider
beforeAll(async () => {
  rider = await openRider()
})
beforeEach(() => rider.stack.query('truncate app.feedback, app.feedback_events, app.vehicle_feedback_summaries'))
afterAll(() => rider.close())

const CODE = 'V-7K3M9QXR'
const rating = (more: object = {}) => ({ id: randomUUID(), vehicle: CODE, stars: 4, ...more })
const form = (fields: Record<string, string>, tags: string[] = []) => {
  const all = new URLSearchParams({ id: randomUUID(), vehicle: CODE, comment: '', rodeAt: '', ...fields })
  for (const tag of tags) all.append('tags', tag)
  return all
}
const post = (sent: URLSearchParams, more: object = { as: 'amina' }) =>
  rider.send(submit, '/rate/submit?locale=sw', { form: sent, ...more })
const stored = () =>
  rider.stack.query<Record<string, unknown>>('select stars, tags, comment, rode_at from app.feedback order by id')

test('accepts a rating as JSON, and returns the stored one for a repeat', async () => {
  const json = rating({ tags: ['clean'] })
  const first = await rider.send(submit, '/rate/submit', { as: 'amina', json })
  expect(first.status).toBe(201)
  expect(await first.json()).toMatchObject({ id: json.id, vehicle: { publicCode: CODE }, stars: 4, repeated: false })
  expect((await rider.send(submit, '/rate/submit', { as: 'amina', json })).status).toBe(200)
  expect(await stored()).toHaveLength(1)
})

test('accepts a plain form and redirects to the result in its language', async () => {
  const response = await post(form({ stars: '2', comment: 'Moja.\r\nMbili.', rodeAt: nairobi(60) }, ['rude', 'late']))
  expect([response.status, response.headers.get('location')]).toEqual([303, `/sw/rate/${CODE}?done=1`])
  const [row] = await stored()
  expect(row).toMatchObject({ stars: 2, tags: ['late', 'rude'], comment: 'Moja.\nMbili.' })
  const age = Date.now() - new Date(String(row?.rode_at)).getTime()
  expect(Math.abs(age - 60 * 60_000)).toBeLessThan(61_000)
})

test('parses one or no tag of a form, and stores a form that is sent twice once', async () => {
  const sent = form({ stars: '5' }, ['clean'])
  for (let i = 0; i < 2; i++) expect((await post(sent)).headers.get('location')).toContain('done=1')
  expect((await post(form({ stars: '4' }), { as: 'baraka' })).headers.get('location')).toContain('done=1')
  expect((await stored()).map((row) => row.tags).toSorted()).toEqual([[], ['clean']])
})

test('leaves out tags that the chosen number of stars hides', async () => {
  await post(form({ stars: '5' }, ['clean', 'rude']))
  await post(form({ stars: '3' }, ['clean', 'rude']), { as: 'baraka' })
  await post(form({ stars: '1' }, ['clean', 'rude']), { as: 'eve' })
  expect((await stored()).map((row) => row.tags)).toEqual(
    expect.arrayContaining([['clean'], ['clean', 'rude'], ['rude']]),
  )
})

test('redirects an invalid form to its page without its content in the URL', async () => {
  for (const sent of [
    form({ stars: '9', comment: 'Siri' }),
    form({ comment: 'Siri' }),
    form({ stars: '4', vehicle: 'KZZ 999Z' }),
  ]) {
    const response = await post(sent)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/sw\/rate\/[\w%-]+\?again=[0-9a-f-]{36}$/)
    expect(response.headers.get('set-cookie')).toMatch(/^salama-rider\.form=[\w-]+; /)
  }
  expect(await stored()).toEqual([])
})

test('rejects JSON without a session, and redirects a form with its content saved', async () => {
  const refused = await rider.send(submit, '/rate/submit', { json: rating() })
  expect(Problem.parse(await refused.json())).toMatchObject({ status: 401, code: 'unauthenticated' })
  const response = await post(form({ stars: '4', comment: 'Nzuri' }), {})
  expect(response.headers.get('location')).toContain('?again=')
  const cookie = /form=([\w-]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''
  expect(JSON.parse(Buffer.from(cookie, 'base64url').toString())).toMatchObject({
    code: 'unauthenticated',
    values: { stars: ['4'], comment: ['Nzuri'] },
  })
  expect(await stored()).toEqual([])
})

test('rejects a cross-site rating as form or JSON', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  for (const body of [{ form: form({ stars: '1' }) }, { json: rating() }]) {
    const response = await rider.send(submit, '/rate/submit', { as: 'amina', headers, ...body })
    expect(Problem.parse(await response.json())).toMatchObject({ status: 403, code: 'cross_site_request' })
  }
  expect(await stored()).toEqual([])
})

test('returns 409 for a rating with the id of another rider’s', async () => {
  const json = rating()
  await rider.send(submit, '/rate/submit', { as: 'amina', json })
  const response = await rider.send(submit, '/rate/submit', { as: 'eve', json })
  expect(Problem.parse(await response.json())).toMatchObject({ status: 409, code: 'id_reused' })
  expect(await stored()).toHaveLength(1)
})

test.each([CODE, 'kzz 101d', `https://elsewhere.example/en/v/${CODE}`])(
  'returns the vehicle of %s to a visitor',
  async (identifier) => {
    const response = await rider.send(lookup, `/api/vehicle-lookup?${new URLSearchParams({ identifier })}`)
    expect([response.status, (await response.json()).publicCode]).toEqual([200, CODE])
  },
)

test.each([
  ['V-00000000', 404],
  ['https://elsewhere.example/x', 404],
  ['', 422],
])('finds no vehicle for %j (%i)', async (identifier, status) => {
  expect((await rider.send(lookup, `/api/vehicle-lookup?${new URLSearchParams({ identifier })}`)).status).toBe(status)
})

/** The value of a date and time input so many minutes ago, in Nairobi time. */
function nairobi(minutesAgo: number): string {
  return new Date(Date.now() - minutesAgo * 60_000 + 3 * 3_600_000).toISOString().slice(0, 16)
}
