import { CAST } from '@salama/testing'
import { address, expect, expectAccessible, fillCredentials, signInOnPage, test } from '../support/test.ts'

test('an admin adds a passkey, and signs in with it alone after a stranger tried 21 passwords', async ({
  control,
  newPhone,
  page,
}) => {
  // Her address is one that no other test signs in with: what strangers try stays counted for an hour.
  const makena = 'makena@salama.test'
  await control.query(
    `with made as (
       insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, created_at, raw_app_meta_data, raw_user_meta_data)
       select gen_random_uuid(), aud, role, $2, encrypted_password, email_confirmed_at, created_at, raw_app_meta_data, '{}'
         from auth.users where id = $1
       returning id)
     insert into app.user_roles (user_id, role) select id, 'admin' from made`,
    [CAST.eve.id, makena],
  )
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
  await fillCredentials(page, makena)
  await expect(page).toHaveURL(/second-factor/)
  await page.getByLabel('Name of the new passkey').fill('Makena’s laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page).toHaveURL(`${address('admin')}/en/review`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`${address('admin')}/en/account`)
  await expect(page.getByText('Makena’s laptop')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).not.toHaveURL(/account/)

  // A stranger uses up what strangers have for her address: not even the right password helps them now.
  const stranger = await newPhone()
  const guess = (password: string) =>
    stranger.request.post(`${address('admin')}/api/account/sign-in`, {
      data: { flow: 'sign-in', locale: 'en', callbackUrl: '/en', email: makena, password },
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
  await page.getByRole('button', { name: 'Remove: Makena’s laptop' }).click()
  await expect(page.getByText('Makena’s laptop')).toBeHidden()
  await page.goto(`${address('admin')}/en/review`)
  await expect(page).toHaveURL(/second-factor/)
})

test('somebody sees the session of a lost phone and ends it, which signs that phone out', { tag: '@all' }, async ({
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
