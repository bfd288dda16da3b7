import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renew } from './refresh.ts'
import { nowS, type Session } from './session-cookie.ts'
import { grant, standIn } from './testing/stand-in.ts'

let auth: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  auth = await standIn(() => 'hang up')
  vi.stubEnv('SUPABASE_URL', auth.url)
})
beforeEach(() => {
  auth.state.asked = []
})
afterAll(() => auth.close())

let turn = 0
const session = (): Session => ({
  sub: 'a0000000-0000-4000-8000-000000000001',
  email: 'amina@salama.test',
  accessToken: 'access-old',
  refreshToken: `refresh-old-${turn++}`,
  expiresAt: nowS(),
})

test('exchanges a refresh token once for many concurrent requests', async () => {
  const held = Promise.withResolvers<void>()
  auth.state.reply = async () => {
    await held.promise
    return { status: 200, body: grant('new', 1800) }
  }
  const old = session()
  const started = Array.from({ length: 20 }, () => renew(old))
  await expect.poll(() => auth.state.asked).not.toEqual([])
  held.resolve()
  const renewals = await Promise.all(started)
  const late = await renew(old)
  expect(auth.state.asked).toMatchObject([
    { path: '/auth/v1/token?grant_type=refresh_token', body: { refresh_token: old.refreshToken } },
  ])
  expect(new Set([...renewals, late])).toEqual(new Set([renewals[0]]))
  expect(late).toMatchObject({
    outcome: 'renewed',
    session: { accessToken: 'access-new', refreshToken: 'refresh-new' },
  })
})

test('never mixes up two people’s sessions', async () => {
  auth.state.reply = ({ body }) => ({ status: 200, body: grant(`of-${Object(body).refresh_token}`) })
  const [amina, baraka] = [session(), session()]
  const [first, second] = await Promise.all([renew(amina), renew(baraka)])
  expect(first).toMatchObject({ session: { accessToken: `access-of-${amina.refreshToken}` } })
  expect(second).toMatchObject({ session: { accessToken: `access-of-${baraka.refreshToken}` } })
})

test.each([400, 401, 403])('treats a %i from Auth as a refusal, and does not retry', async (status) => {
  auth.state.reply = () => ({ status, body: { code: status, error_code: 'refresh_token_not_found' } })
  const old = session()
  await expect(renew(old)).resolves.toEqual({ outcome: 'refused' })
  await expect(renew(old)).resolves.toEqual({ outcome: 'refused' })
  expect(auth.state.asked).toHaveLength(1)
})

test.each([
  ['a broken line', 'hang up' as const],
  ['a server error', { status: 502 }],
  ['an answer that nobody understands', { status: 200, body: { hello: true } }],
  ['too many requests', { status: 429, body: { error_code: 'over_request_rate_limit' } }],
])('does not treat %s as a refusal, and retries with the next request', async (_, reply) => {
  auth.state.reply = () => reply
  const old = session()
  await expect(renew(old)).resolves.toEqual({ outcome: 'unanswered' })
  auth.state.reply = () => ({ status: 200, body: grant('after-all') })
  await expect(renew(old)).resolves.toMatchObject({ outcome: 'renewed', session: { accessToken: 'access-after-all' } })
})
