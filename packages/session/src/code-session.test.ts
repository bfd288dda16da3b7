import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sessionOfCode } from './code-session.ts'
import { grant, standIn } from './testing/stand-in.ts'

let auth: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  auth = await standIn(({ path, body }) =>
    path === '/auth/v1/verify' && Object(body).token === '123456' && Object(body).type === 'recovery'
      ? { status: 200, body: grant('code') }
      : { status: 403, body: { code: 403, error_code: 'otp_expired', msg: 'English' } },
  )
  vi.stubEnv('SUPABASE_URL', auth.url)
})
afterAll(() => auth.close())

test('starts a session, which can be renewed, with the code of an e-mail', async () => {
  const session = await sessionOfCode('amina@salama.test', '123456', ['recovery'])
  expect(session).toMatchObject({
    email: 'amina@salama.test',
    accessToken: 'access-code',
    refreshToken: 'refresh-code',
  })
})

test('rejects a wrong code, and after ten guesses an hour the right one too', async () => {
  const guess = (code: string) => sessionOfCode('baraka@salama.test', code, ['recovery'])
  for (let made = 0; made < 10; made++) await expect(guess('000000')).rejects.toMatchObject({ slug: 'wrong_code' })
  await expect(guess('123456')).rejects.toMatchObject({ slug: 'rate_limited' })
})
