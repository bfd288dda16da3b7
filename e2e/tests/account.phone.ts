import { CAST } from '@salama/testing'
import { codeFor, confirm, newAddress, signUp } from '../support/account.ts'
import { address, expect, fillCredentials, signInOnPage, test } from '../support/test.ts'

test('a new rider signs up, confirms the e-mailed code, signs out and resets a forgotten password', async ({
  control,
  page,
}) => {
  const email = newAddress()
  await signUp(page, email)
  await page.getByLabel('6-digit code').fill('000000')
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByText('That code is incorrect, has expired')).toBeVisible()
  await confirm(page, await codeFor(control, email), 'first-password')
  await page.goto(`${address()}/en/account`)
  await expect(page.getByText(email)).toBeVisible()

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).not.toHaveURL(/account/)
  await page.goto(`${address()}/en/account`)
  await expect(page).toHaveURL(/sign-in/)

  await page.goto(`${address()}/en/forgot-password`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await confirm(page, await codeFor(control, email, 2), 'second-password')
  await page.goto(`${address()}/en/account`)
  await expect(page.getByText(email)).toBeVisible()
})

test('a person signs in with a code by e-mail instead of a password', async ({ control, page }) => {
  const before = (await control.mailbox(CAST.eve.email)).length
  await page.goto(`${address()}/en/sign-in`)
  await page.getByLabel('Email address').fill(CAST.eve.email)
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await page.getByLabel('6-digit code').fill('000000')
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByText('That code is incorrect, has expired')).toBeVisible()
  await page.getByLabel('6-digit code').fill(await codeFor(control, CAST.eve.email, before + 1))
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page).not.toHaveURL(/sign-in/)
  await page.goto(`${address()}/en/account`)
  await expect(page.getByText(CAST.eve.email)).toBeVisible()
})

test('a person who lost the code requests a new one, and it works', { tag: '@all' }, async ({ control, page }) => {
  const email = newAddress()
  await page.clock.install()
  await signUp(page, email)
  await expect(page.getByRole('button', { name: /Send a new code \(in \d+ s\)/ })).toBeDisabled()
  await page.clock.fastForward('01:01')
  await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
  await confirm(page, await codeFor(control, email, 2), 'some-password')
  await page.goto(`${address()}/en/account`)
  await expect(page.getByText(email)).toBeVisible()
})

test('a code works only in the browser that asked for it, and whoever signed up before leaves nothing', {
  tag: '@all',
}, async ({ control, page, newPhone }) => {
  const email = newAddress()
  const strangers = await newPhone()
  await signUp(strangers, email)
  const first = await codeFor(control, email)
  await signUp(page, email)
  await page.getByLabel('6-digit code').fill(first)
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await expect(page.getByText('is for another browser')).toBeVisible()
  await page.getByLabel('6-digit code').fill(await codeFor(control, email, 2))
  await page.getByRole('button', { name: 'Confirm and sign in' }).click()
  await page.getByRole('link', { name: 'Continue without a new password' }).click()
  await page.goto(`${address()}/en/account`)
  await expect(page.getByText(email)).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a new rider signs up with a code, chooses a password and signs in with it', async ({ control, page }) => {
    const email = newAddress()
    await signUp(page, email)
    await confirm(page, await codeFor(control, email), 'first-password')
    await page.goto(`${address()}/en/account`)
    await expect(page.getByText(email)).toBeVisible()
    await page.context().clearCookies()
    await page.goto(`${address()}/en/sign-in`)
    await fillCredentials(page, email, 'not-the-password')
    await expect(page.getByText('The email address or password is incorrect.')).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveValue(email)
    await fillCredentials(page, email, 'first-password')
    await expect(page).not.toHaveURL(/sign-in/)
  })
})

test('a copied cookie is rejected after signing out, and “Sign out everywhere” ends the session on another phone', async ({
  page,
  context,
  newPhone,
}) => {
  const [other, thief] = [await newPhone(), await newPhone()]
  await signInOnPage(other, 'eve')
  await signInOnPage(page, 'eve')
  await thief.context().addCookies(await context.cookies())
  await thief.goto(`${address()}/en/account`)
  await expect(thief.getByText(CAST.eve.email)).toBeVisible()

  await page.goto(`${address()}/en/account`)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).not.toHaveURL(/account/)
  await thief.goto(`${address()}/en/account`)
  await expect(thief).toHaveURL(/sign-in/)
  expect(await thief.evaluate(() => fetch('/api/auth/session').then((reply) => reply.json()))).toEqual({})
  await other.goto(`${address()}/en/account`)
  await expect(other.getByText(CAST.eve.email)).toBeVisible()

  await signInOnPage(page, 'eve')
  await page.goto(`${address()}/en/account`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('Signed out everywhere')).toBeVisible()
  // The app caches a valid session for five seconds.
  const account = () => other.request.get(`${address()}/en/account`, { maxRedirects: 0 })
  await expect.poll(async () => (await account()).headers().location).toContain('sign-in')
  await other.goto(`${address()}/en/account`)
  await expect(other).toHaveURL(/sign-in/)
})
