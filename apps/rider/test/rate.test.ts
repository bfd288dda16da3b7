import { randomUUID } from 'node:crypto'
import { Problem } from '@salama/domain/shared'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as lookup from '../app/api/vehicle-lookup/route.ts'
import * as submit from '../app/rate/submit/route.ts'
import * as withdraw from '../app/rate/withdraw/route.ts'
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
  const sent = form({ stars: '2', comment: 'Moja.\r\nMbili.', rodeAt: nairobi(60) }, ['rude', 'late'])
  const response = await post(sent)
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/sw/rate/${CODE}?rated=${sent.get('id')}&done=1`,
  ])
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
    form({ stars: '4', vehicle: 'UMA 999Z' }),
  ]) {
    const response = await post(sent)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/sw\/rate\/[\w%-]+\?rated=[0-9a-f-]{36}&again=[0-9a-f-]{36}$/)
    expect(response.headers.get('set-cookie')).toMatch(/^salama-rider\.form=[\w-]+; /)
  }
  expect(await stored()).toEqual([])
})

const cookieIn = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((each) => each.startsWith('salama-rider.device='))
    ?.split(';')[0] ?? ''

test('a phone without an account rates with a plain form, once for a double tap and for a lost answer', async () => {
  const sent = form({ stars: '5', vehicle: 'kdx 123a' }, ['clean'])
  const first = await post(sent, {})
  expect(first.headers.get('location')).toBe(`/sw/rate/kdx%20123a?rated=${sent.get('id')}&done=1`)
  const headers = { cookie: cookieIn(first) }
  expect(headers.cookie).not.toBe('')
  const later = await Promise.all([post(sent, { headers }), post(sent, { headers }), post(sent, {})])
  expect(later.map((each) => each.headers.get('location'))).toEqual(Array(3).fill(first.headers.get('location')))
  expect(await rider.stack.query('select stars, signed_in, rider_id from app.feedback')).toEqual([
    { stars: 5, signed_in: false, rider_id: null },
  ])
})

test('a phone takes its rating back, and nobody else does', async () => {
  const sent = form({ stars: '1' })
  const headers = { cookie: cookieIn(await post(sent, {})) }
  const take = (more: object) =>
    rider.send(withdraw, '/rate/withdraw?locale=sw', {
      form: new URLSearchParams({ id: sent.get('id') ?? '', vehicle: CODE }),
      ...more,
    })
  for (const more of [{}, { as: 'eve' as const }, { headers: { 'sec-fetch-site': 'cross-site' } }])
    expect((await take(more)).headers.get('location') ?? '').not.toContain('done=1')
  for (let time = 0; time < 2; time++)
    expect((await take({ headers })).headers.get('location')).toBe(`/sw/rate/${CODE}?withdrawn=1&done=1`)
  expect(await rider.stack.query('select state from app.feedback')).toEqual([{ state: 'withdrawn' }])
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
