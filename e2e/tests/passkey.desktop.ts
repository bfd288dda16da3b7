import { CAST } from '@salama/testing'
import { makeAdmin } from '../support/review.ts'
import { address, expect, expectAccessible, fillCredentials, signInOnPage, test } from '../support/test.ts'

test('an admin adds a passkey, and signs in with it alone after a stranger tried 21 passwords', async ({
  control,
  newPhone,
  page,
}) => {
  await makeAdmin(control, 'eve')
  await control.query('delete from app.second_factor_waivers where user_id = $1', [CAST.eve.id])
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  // Her first second factor: after it the console opens, without codes.
  await page.goto(`${address('admin')}/en/review`)
  await fillCredentials(page, CAST.eve.email)
  await expect(page).toHaveURL(/second-factor/)
  await page.getByLabel('Name of the new passkey').fill('Eve’s laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page).toHaveURL(`${address('admin')}/en/review`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`${address('admin')}/en/account`)
  await expect(page.getByText('Eve’s laptop')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).not.toHaveURL(/account/)

  // A stranger uses up what strangers have for her address: not even the right password helps them now.
  const stranger = await newPhone()
  const guess = (password: string) =>
    stranger.request.post(`${address('admin')}/api/account/sign-in`, {
      data: { flow: 'sign-in', locale: 'en', callbackUrl: '/en', email: CAST.eve.email, password },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  for (let n = 1; n <= 21; n++) expect((await guess(`wrong-password-${n}`)).ok()).toBe(false)

  // She signs in as before, without a name, a password or a code.
  await page.goto(`${address('admin')}/en/review`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(`${address('admin')}/en/review`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // Without it she is asked for a factor again; a sign-in with the passkey is as good as the password.
  await page.goto(`${address('admin')}/en/account`)
  await page.getByRole('button', { name: 'Remove: Eve’s laptop' }).click()
  await expect(page.getByText('Eve’s laptop')).toBeHidden()
  await page.goto(`${address('admin')}/en/review`)
  await expect(page).toHaveURL(/second-factor/)
})

test('somebody sees the session of a lost phone and ends it, which signs that phone out', async ({
  newPhone,
  page,
}) => {
  const lost = await newPhone()
  await signInOnPage(lost, 'dalmas', 'admin')
  await signInOnPage(page, 'dalmas', 'admin')
  await page.goto(`${address('admin')}/en/account`)
  const sessions = page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: '(this one)' })).toContainText('Admin · Chrome')
  await sessions.getByRole('button', { name: /^End/ }).click()
  await expect(sessions).toHaveCount(1)
  await lost.goto(`${address('admin')}/en/account`)
  await expect(lost).toHaveURL(/sign-in/)
  await page.reload()
  await expect(sessions).toHaveCount(1)
})
