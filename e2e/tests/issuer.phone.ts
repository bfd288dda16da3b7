import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CAST, PASSWORD } from '@salama/testing'
import { type Issuer, startIssuer } from '@salama/testing/issuer'
import { appCommand, appEnv } from '../../packages/processes/src/app-env.mjs'
import {
  freePorts,
  nodeCommand,
  ROOT,
  type Running,
  start,
  waitUntilResponding,
} from '../../packages/processes/src/processes.mjs'
import { makeSecrets } from '../../packages/processes/src/secrets.mjs'
import { stack } from '../support/env.ts'
import { expect, expectAccessible, fillCredentials, test } from '../support/test.ts'

// A rider app with an OpenID Connect issuer in its settings, and the issuer.

let rider: Running
let issuer: Issuer
let url = ''
test.beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  url = `http://localhost:${port}`
  issuer = await startIssuer([`${url}/api/auth/callback/oidc`])
  const { supabase, addresses, clock } = stack()
  const installation = {
    supabaseUrl: supabase.url,
    secrets: { ...makeSecrets(), ...supabase },
    addresses: { ...addresses, rider: url },
    mailboxUrl: `${supabase.url}/mailbox`,
  }
  const env = { ...appEnv('rider', installation), ...issuer.env, ...clock.env, SALAMA_LIVE_FEED: 'off' }
  rider = start({
    name: 'rider',
    cwd: join(ROOT, 'apps/rider'),
    env,
    command: nodeCommand([...clock.args, ...appCommand('rider', port)]),
  })
  await waitUntilResponding(url, rider)
})
test.afterAll(() => Promise.all([rider.stop(), issuer.close()]))

/** From the sign-in page to the issuer, and signs in there. */
async function signInAtIssuer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Test ID' }).click()
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a new rider signs in with the issuer, comes back to the page they wanted, and signs out', async ({ page }) => {
  const name = `neema-${Date.now()}@salama.test`
  await page.goto(`${url}/en/my-reports`)
  await expect(page).toHaveURL(/sign-in/)
  await expectAccessible(page)
  await signInAtIssuer(page, name)
  await expect(page).toHaveURL(`${url}/en/my-reports`)
  await page.goto(`${url}/en/account`)
  await expect(page.getByText(name)).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL(`${url}/en`)
  await page.goto(`${url}/en/account`)
  await expect(page).toHaveURL(/sign-in/)
  // The issuer does not remember them either.
  await page.getByRole('button', { name: 'Continue with Test ID' }).click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})

test('somebody with a password proves once that the account is theirs', { tag: '@all' }, async ({ page, newPhone }) => {
  const { email } = CAST.baraka
  await page.goto(`${url}/sw/sign-in`)
  await page.goto(`${url}/en/sign-in?callbackUrl=/en/account`)
  await signInAtIssuer(page, email)
  await expect(page.getByText('You already have a Salama account')).toBeVisible()
  await expect(page.getByLabel(/e-?mail/i).first()).toHaveValue(email)
  await expectAccessible(page)
  await fillCredentials(page, email, PASSWORD)
  await expect(page).toHaveURL(`${url}/en/account`)
  const other = await newPhone()
  await other.goto(`${url}/en/sign-in?callbackUrl=/en/account`)
  await signInAtIssuer(other, email)
  await expect(other.getByText(email)).toBeVisible()
})

test('somebody who cancels at the issuer reads so, and can use their password', { tag: '@all' }, async ({ page }) => {
  await page.goto(`${url}/en/sign-in?callbackUrl=/en/account`)
  await page.getByRole('button', { name: 'Continue with Test ID' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Sign-in with Test ID was cancelled')).toBeVisible()
  await fillCredentials(page, CAST.eve.email)
  await expect(page).toHaveURL(`${url}/en/account`)
})
