import type { Passkey } from '@salama/domain/passkeys'
import { expect, test, vi } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { person, render, screen, waitFor } from '../testing/dom.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { passkeyProblem } from './passkey-requests.ts'
import { PasskeyButton, Passkeys } from './passkeys.tsx'

const App = appWith({ en: {}, sw: {} })

const PHONE: Passkey = {
  id: 'a-credential',
  app: 'admin',
  name: 'My phone',
  transports: ['internal'],
  since: '2026-11-20T06:00:00Z',
  usedAt: null,
}
const show = (passkeys: Passkey[]) =>
  render(
    <App>
      <Passkeys passkeys={passkeys} />
    </App>,
  )

test('says plainly where a browser has no passkeys, and offers none', async () => {
  expect(passkeyProblem()).toBe('passkey_unsupported')
  show([PHONE])
  expect(await screen.findByText('This browser has no passkeys.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  const { sent } = fakeServer()
  const dalmas = person()
  render(
    <App>
      <PasskeyButton callbackUrl="/en/review" />
    </App>,
  )
  await dalmas.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This browser has no passkeys.')
  expect(sent({ method: 'post', path: '/api/account/passkey-options' })).toEqual([])
})

test.each([
  ['127.0.0.1', 'passkey_address'],
  ['[::1]', 'passkey_address'],
  ['localhost', null],
  ['admin.salama.test', null],
])('at %s: %s', (hostname, problem) => {
  vi.stubGlobal('location', { hostname })
  vi.stubGlobal('PublicKeyCredential', class {})
  expect(passkeyProblem()).toBe(problem)
  vi.unstubAllGlobals()
})

test('removes one after the password was asked again', async () => {
  const dalmas = person()
  const { serve, sent } = fakeServer()
  let isFresh = false
  serve('post', '/api/account/confirm-password', () => {
    isFresh = true
    return Response.json({ done: true })
  })
  serve('post', '/api/account/remove-passkey', () =>
    isFresh
      ? Response.json({ done: true, passkeys: [], removed: PHONE.id })
      : Response.json({ code: 'password_required', status: 403 }, { status: 403 }),
  )
  show([PHONE])
  expect(screen.getByText('Admin, since 20 November 2026. Not used yet.')).toBeVisible()
  await dalmas.click(screen.getByRole('button', { name: 'Remove: My phone' }))
  await dalmas.type(await screen.findByLabelText('Password'), 'his-password')
  await dalmas.click(screen.getByRole('button', { name: 'Remove: My phone' }))
  await waitFor(() => expect(screen.queryByText('My phone')).toBeNull())
  expect(sent({ method: 'post', path: '/api/account/remove-passkey' }).at(-1)?.body).toEqual({ id: PHONE.id })
})
