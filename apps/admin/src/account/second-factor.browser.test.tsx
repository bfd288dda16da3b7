import {
  beginSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  verifySecondFactor,
} from '@salama/domain/second-factor/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { CodeForm, SecondFactorForm } from './second-factor-form.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

const on = getSecondFactor.examples.reply
const off = { ...on, since: null, recoveryCodesLeft: 0 }

let server: FakeServer
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
  server.answer(getSecondFactor, off)
  server.answer(beginSecondFactor, beginSecondFactor.examples.reply)
})
const open = () =>
  render(
    <App path="/account">
      <SecondFactorSetup />
    </App>,
  )
const button = (name: string) => page.getByRole('button', { name, exact: true })
const code = page.getByLabelText('Code', { exact: true })
const password = page.getByLabelText('Password', { exact: true })

test('setting up shows the key, takes a code once, and shows the recovery codes', async () => {
  const release = server.hold(verifySecondFactor, { recoveryCodes: ['ABCD-EFGH', 'JKMN-PQRS'] })
  await open()
  await button('Set up').click()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await code.fill('123456')
  server.answer(getSecondFactor, on)
  await button('Turn on').dblClick()
  await expect.element(button('Turn on')).toBeDisabled()
  release()
  await expect.element(page.getByText('JKMN-PQRS')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download codes' })).toBeVisible()
  expect(server.sent(verifySecondFactor).map(({ body }) => body)).toEqual([{ code: '123456' }])
})

test('where the answer with the recovery codes is lost, the next code shows others', async () => {
  server.lose(verifySecondFactor)
  await open()
  await button('Set up').click()
  await code.fill('123456')
  await button('Turn on').click()
  await expect.element(code).toHaveAccessibleDescription(/Enter the next code of the app/)
  server.answer(verifySecondFactor, { recoveryCodes: ['ABCD-EFGH'] })
  server.answer(getSecondFactor, on)
  await code.fill('654321')
  await button('Turn on').click()
  await expect.element(page.getByText('ABCD-EFGH')).toBeVisible()
})

test('who has no recovery codes of a factor that is on is told how to get some', async () => {
  server.answer(getSecondFactor, on)
  await open()
  await expect.element(page.getByText(/^No recovery codes saved\? Turn it off and set it up again/)).toBeVisible()
})

test('an admin without one is told that it is needed, and goes on to the console once it is on', async () => {
  server.answer(getSecondFactor, { ...off, isRequired: true })
  server.answer(verifySecondFactor, { recoveryCodes: ['ABCD-EFGH'] })
  await render(
    <App path="/second-factor">
      <SecondFactorSetup next="/review" />
    </App>,
  )
  await expect
    .element(page.getByText(/^The console opens once you have an authenticator app or a passkey/))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Continue' })).not.toBeInTheDocument()
  await button('Set up').click()
  await code.fill('123456')
  server.answer(getSecondFactor, on)
  await button('Turn on').click()
  await expect.element(page.getByText('ABCD-EFGH')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/en/review')
  await expect.element(button('Turn off')).not.toBeInTheDocument()
})

test('the admin of a demo is told that they may go without', async () => {
  server.answer(getSecondFactor, { ...off, isWaived: true })
  await open()
  await expect.element(page.getByText(/^This is the demo on one computer/)).toBeVisible()
})

test('a wrong code is said at its field and stays; after a lost answer it can be sent again', async () => {
  server.refuse(verifySecondFactor, 'wrong_code')
  const onDone = vi.fn()
  await render(
    <App path="/second-factor">
      <CodeForm submit="Continue" onDone={onDone} />
    </App>,
  )
  await code.fill('111111')
  await button('Continue').click()
  await expect.element(code).toHaveAccessibleDescription(/This code is incorrect or already used\./)
  await expect.element(code).toHaveValue('111111')
  server.lose(verifySecondFactor)
  await button('Continue').click()
  await expect.element(code).toHaveAccessibleDescription(/offline/)
  await expect.element(code).toHaveValue('111111')
  server.answer(verifySecondFactor, { recoveryCodes: [] })
  await button('Continue').click()
  await expect.poll(() => onDone.mock.calls).toEqual([[[]]])
})

test('what needs the password asks for it, says when it is wrong, and goes on with the right one', async () => {
  server.answer(getSecondFactor, on)
  server.refuse(removeSecondFactor, 'password_required', { status: 403 })
  server.serve('post', '/api/account/confirm-password', () =>
    Response.json({ code: 'wrong_password', status: 401 }, { status: 401 }),
  )
  await open()
  await button('Turn off').click()
  await password.fill('not-his')
  await button('Turn off').click()
  await expect.element(password).toHaveAccessibleDescription(/The password is incorrect\.$/)
  await expect.element(password).toHaveValue('not-his')
  expect(server.sent(removeSecondFactor)).toHaveLength(1)
  server.serve('post', '/api/account/confirm-password', () => Response.json({ done: true }))
  const release = server.hold(removeSecondFactor, null)
  await password.fill('his')
  await button('Turn off').dblClick()
  await expect.element(button('Turn off')).toBeDisabled()
  server.answer(getSecondFactor, off)
  release()
  await expect.element(button('Set up')).toBeVisible()
  expect(server.sent(removeSecondFactor)).toHaveLength(2)
})

test('an answer to the set-up that is lost is said, and it can be tried again', async () => {
  server.lose(beginSecondFactor)
  await open()
  await button('Set up').click()
  await expect.element(page.getByText(/^You’re offline\./)).toBeVisible()
  server.answer(beginSecondFactor, beginSecondFactor.examples.reply)
  await button('Set up').click()
  await expect.element(code).toBeVisible()
})

test('recovery codes that a code at sign-in replaced are shown before going on', async () => {
  server.answer(verifySecondFactor, { recoveryCodes: ['ABCD-EFGH', 'JKMN-PQRS'] })
  await render(
    <App path="/second-factor">
      <SecondFactorForm next="#queue" />
    </App>,
  )
  await code.fill('123456')
  await button('Continue').click()
  await expect.element(page.getByText('JKMN-PQRS')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download codes' })).toBeVisible()
  expect(window.location.hash).toBe('')
  await button('Continue').click()
  await expect.poll(() => window.location.hash).toBe('#queue')
})
