import { expect, test } from 'vitest'
import { nowS } from './session-cookie.ts'
import { answer, authInTest, Browser, post } from './testing/account-browser.ts'
import { cookieOf } from './testing/cookie-of.ts'

const auth = authInTest()

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Infinix X6525) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const notes = () => auth.state.asked.filter(({ path }) => path.endsWith('/note_session_browser'))
const signIn = (headers: Record<string, string> = {}) =>
  new Browser().post(
    'sign-in',
    { flow: 'sign-in', locale: 'en', callbackUrl: '/en', email: 'amina@salama.test', password: 'her-password' },
    headers,
  )

test('signing in notes the app and the kind of browser, without model, version or address', async () => {
  auth.state.reply = (asked) => (asked.path.startsWith('/rest/') ? { status: 200, body: {} } : answer(asked))
  await expect(signIn({ 'user-agent': PHONE })).resolves.toMatchObject({ status: 200 })
  expect(notes()).toMatchObject([
    {
      headers: { authorization: 'Bearer access-password' },
      body: { p_app: 'learning', p_browser: 'Chrome', p_system: 'Android' },
    },
  ])
})

test('a browser without a name is noted as none, and a note that fails keeps nobody out', async () => {
  await expect(signIn()).resolves.toMatchObject({ status: 200 })
  expect(notes()).toMatchObject([{ body: { p_app: 'learning', p_browser: '', p_system: '' } }])
})

const session = () => ({
  sub: 'a0000000-0000-4000-8000-000000000001',
  email: 'amina@salama.test',
  accessToken: `access-${Math.random()}`,
  refreshToken: 'refresh',
  expiresAt: nowS() + 600,
})
const OTHER = 'b0000000-0000-4000-8000-000000000002'

test.each([
  ['one session', { session: OTHER }, { p_session: OTHER }],
  ['all others', {}, {}],
])('ends %s as the signed-in person', async (_, body, args) => {
  auth.state.reply = () => ({ status: 200, body: { ended: 1 } })
  const signedIn = session()
  await expect(post('end-sessions', body, { cookie: await cookieOf(signedIn) })).resolves.toEqual({
    status: 200,
    body: { done: true },
  })
  expect(auth.state.asked.at(-1)).toMatchObject({
    path: '/rest/v1/rpc/end_own_sessions',
    body: args,
    headers: { authorization: `Bearer ${signedIn.accessToken}` },
  })
})

test('ends nothing for a visitor, or for what is no session', async () => {
  await expect(post('end-sessions', {})).resolves.toMatchObject({ status: 401 })
  const cookie = await cookieOf(session())
  await expect(post('end-sessions', { session: 'all' }, { cookie })).resolves.toMatchObject({ status: 422 })
  expect(auth.state.asked.filter(({ path }) => path.includes('end_own'))).toEqual([])
})
