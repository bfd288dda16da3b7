import { cookieOf } from '@salama/session/testing'
import { CAST, signIn } from '@salama/testing'
import { type Stack, startStack, startWith } from '@salama/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ apps: [] })
  startWith(stack.env('learning'))
})
afterAll(() => stack.close())

const ADDRESS = 'http://localhost/api/documents/terms/accept'

async function accept(headers: Record<string, string>, body: object = { version: '2026-11-27' }) {
  const { POST } = await import('../app/api/documents/[documentKey]/accept/route.ts')
  const request = new Request(ADDRESS, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const response = await POST(request, { params: Promise.resolve({ documentKey: 'terms' }) })
  return { status: response.status, body: await response.json() }
}
const stored = () => stack.query('select user_id from app.document_acceptances')

test('stores the acceptance of a signed-in user', async () => {
  const cookie = await cookieOf(await signIn(stack.supabase, 'amina'))
  const accepted = await accept({ cookie, 'sec-fetch-site': 'same-origin' })
  expect(accepted).toMatchObject({ status: 200, body: { acceptedVersion: '2026-11-27', needed: false } })
  expect(await stored()).toEqual([{ user_id: CAST.amina.id }])
  expect((await accept({ cookie, 'sec-fetch-site': 'same-origin' }, { version: '2020-01-01' })).status).toBe(422)
})

test('rejects an acceptance without a session or from another site', async () => {
  const before = await stored()
  expect(await accept({ 'sec-fetch-site': 'same-origin' })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
  expect(
    await accept({ cookie: await cookieOf(await signIn(stack.supabase, 'eve')), origin: 'https://eve.test' }),
  ).toMatchObject({
    status: 403,
    body: { code: 'cross_site_request' },
  })
  expect(await stored()).toEqual(before)
})
