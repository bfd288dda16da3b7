import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sessionOfCode } from './code-session.ts'
import { grant, standIn } from './testing/stand-in.ts'

let auth: Awaited<ReturnType<typeof standIn>>
beforeAll(async () => {
  auth = await standIn(({ path, body }) =>
    path === '/auth/v1/verify' && Object(body).token === '123456'
      ? { status: 200, body: grant('code') }
      : { status: 403, body: { code: 403, error_code: 'otp_expired', msg: 'English' } },
  )
  vi.stubEnv('SUPABASE_URL', auth.url)
})
afterAll(() => auth.close())

test('starts a session, which can be renewed, with the code of an e-mail', async () => {
  const session = await sessionOfCode('amina@salama.test', '123456', 'phone')
  expect(session).toMatchObject({
    session: { email: 'amina@salama.test', accessToken: 'access-code', refreshToken: 'refresh-code' },
  })
})

test('rejects a wrong code, and after ten guesses an hour the right one too', async () => {
  const guess = (code: string) => sessionOfCode('baraka@salama.test', code, 'phone')
  for (let made = 0; made < 10; made++) await expect(guess('000000')).rejects.toMatchObject({ slug: 'wrong_code' })
  await expect(guess('123456')).rejects.toMatchObject({ slug: 'rate_limited' })
})

test('gives the session of a code that was right to no other browser', async () => {
  await sessionOfCode('chebet@salama.test', '123456', 'phone')
  auth.state.asked = []
  await sessionOfCode('chebet@salama.test', '123456', 'phone')
  expect(auth.state.asked).toEqual([])
  await sessionOfCode('chebet@salama.test', '123456', 'laptop')
  expect(auth.state.asked).toHaveLength(1)
})

test('never asks to wait more than an hour, also when guesses take long', async () => {
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 1_000 // between any two looks at the clock
    return nowMs
  })
  const guess = (_: unknown, index: number) =>
    sessionOfCode('farah@salama.test', `20000${index % 10}`, `phone ${index}`)
  const answers = await Promise.allSettled(Array.from({ length: 11 }, guess))
  clock.mockRestore()
  const retryAfterS = expect.toSatisfy((seconds: number) => seconds > 3_500 && seconds <= 3_600)
  expect(answers.at(-1)).toMatchObject({ reason: { slug: 'rate_limited', detail: { retryAfterS } } })
})
