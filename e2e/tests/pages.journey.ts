import type { BrowserContext, Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import { codeFor, confirm, newAddress, signUp } from '../support/account.ts'
import { hazardAtKoja } from '../support/report.ts'
import { address, expect, expectAccessible, fillCredentials, test } from '../support/test.ts'
import { STICKER } from '../support/vehicles.ts'

test.use({ serviceWorkers: 'allow' })

test('a sticker opens its vehicle in the person’s language, asks to compare the plate, and shows who checked it when', async ({
  control,
  page,
  request,
}) => {
  const first = await request.get(`${address()}/v/${STICKER}`, {
    maxRedirects: 0,
    headers: { 'accept-language': 'sw' },
  })
  expect([first.status(), first.headers().location]).toEqual([307, `/sw/v/${STICKER}`])
  await page.goto(`${address()}/v/${STICKER}`)
  await expect(page).toHaveURL(`${address()}/en/v/${STICKER}`)
  await expect(page.getByText('Does this match the plate you see?')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('KZZ 101D')
  await expect(page.getByText('Not checked by a surveyor yet.')).toBeVisible()
  const checked = (at: string | null) =>
    control.query('update app.vehicles set checked_at = $1 where public_code = $2', [at, STICKER])
  await checked('2026-11-20T22:30:00Z')
  // Any spelling of the code, the plate and the id redirect to the canonical URL.
  await page.goto(`${address()}/en/v/kzz101d`)
  await expect(page).toHaveURL(`${address()}/en/v/${STICKER}`)
  await expect(page.getByText('Checked by a surveyor on 21 November 2026.')).toBeVisible()
})

test('from a plate that nobody registered to a rating, without account and JavaScript, once for two sendings', async ({
  control,
  newPhone,
}) => {
  const reader = await newPhone({ javaScriptEnabled: false })
  await reader.goto(`${address()}/en/v`)
  await reader.getByLabel('Code on the sticker, or number plate').fill('kdx 123a')
  await reader.getByRole('button', { name: 'Show the vehicle' }).click()
  await expect(reader.getByRole('heading', { name: 'Nobody has told us about KDX 123A yet' })).toBeVisible()
  await reader.getByRole('link', { name: 'Rate this ride' }).click()
  await reader.getByRole('radio', { name: '4 – good' }).check()
  await reader.getByText('On time', { exact: true }).click()
  await reader.getByText('Clean', { exact: true }).click()
  await reader.getByRole('button', { name: 'Send rating' }).dblclick()
  await expect(reader.getByText('We received your rating.')).toBeVisible()
  await expect
    .poll(() => control.query('select stars, tags, signed_in from app.feedback'))
    .toEqual([{ stars: 4, tags: ['clean', 'on_time'], signed_in: false }])
  await reader.getByRole('button', { name: 'Take it back' }).click()
  await expect(reader.getByText('Your rating was taken back')).toBeVisible()
})

test('from a vehicle’s sticker a report takes two taps, and the vehicle is remembered', { tag: '@all' }, async ({
  context,
  control,
  page,
}) => {
  await standInTheCentre(context)
  await page.goto(`${address()}/en/v/${STICKER}`)
  await page.getByRole('link', { name: 'Overloading' }).click()
  await expect(page.getByText('KZZ 101D · Kifaru 1')).toBeVisible()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByRole('heading', { name: /^Overloading near / })).toBeVisible()
  await expect
    .poll(() => control.query('select vehicle_plate from app.reports'))
    .toEqual([{ vehicle_plate: 'KZZ101D' }])
  await expectRemembered(page, 'KZZ 101D')
})

async function standInTheCentre(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -1.2841, longitude: 36.8251, accuracy: 10 })
}

async function expectRemembered(page: Page, plate: string): Promise<void> {
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Fare dispute' }).click()
  await expect(page.getByLabel(/^Number plate or sticker code/)).toHaveValue(plate)
}

test('a search with a typo finds the road, as suggestions and as a plain form', { tag: '@all' }, async ({
  newPhone,
  page,
}) => {
  await page.goto(`${address()}/en/search`)
  await page.getByRole('searchbox').fill('thka road')
  await page.getByRole('main').getByRole('link', { name: 'Thika Road Main road' }).click()
  await expect(page).toHaveURL(`${address()}/en/corridors/thika-road`)
  await expect(page.getByRole('heading', { level: 1, name: 'Thika Road' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('thka road')

  const reader = await newPhone({ javaScriptEnabled: false })
  await reader.goto(`${address()}/en/search`)
  await reader.getByRole('searchbox').fill('thka road')
  await reader.getByRole('button', { name: 'Search' }).click()
  await expect(reader.getByRole('link', { name: 'Kiswahili' })).toHaveAttribute('href', '/sw/search?q=thka+road')
  await reader
    .getByRole('main')
    .getByRole('link', { name: /Thika Road/ })
    .first()
    .click()
  await expect(reader.getByRole('heading', { level: 1, name: 'Thika Road' })).toBeVisible()
})

test('a vote without an account counts once, is carried through sign-in, changed and withdrawn', {
  tag: '@phone',
}, async ({ control, page }) => {
  const votes = 'select vote from app.incident_votes'
  const { incidentId } = await hazardAtKoja()
  await page.goto(`${address()}/en/incidents/${incidentId}`)
  const yes = page.getByRole('button', { name: 'Still there' })
  const { height } = (await yes.boundingBox()) ?? {}
  await yes.dblclick()
  await expect(page.getByText('You voted: Still there.')).toBeVisible()
  expect((await yes.boundingBox())?.height).toBe(height)
  await expect(page.getByText('1 rider says so, too')).toBeVisible()
  await expect.poll(() => control.query('select vote from app.device_votes')).toEqual([{ vote: 'confirm' }])
  await expect.poll(() => control.query(votes)).toEqual([])

  await page.getByRole('link', { name: 'Sign in to vote with your account' }).click()
  await fillCredentials(page, CAST.baraka.email)
  await expect(page).toHaveURL(new RegExp(`/en/incidents/${incidentId}`))
  await expect(yes).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => control.query(votes)).toEqual([{ vote: 'confirm' }])
  await expect.poll(() => control.query('select vote from app.device_votes')).toEqual([])
  await expect(page.getByText('1 rider says so, too')).toBeVisible()

  const gone = page.getByRole('button', { name: 'Gone now' })
  await gone.click()
  await expect(page.getByText('You voted: Gone now.')).toBeVisible()
  await page.reload()
  await expect(gone).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => control.query(votes)).toEqual([{ vote: 'over' }])
  await gone.click()
  await expect(page.getByText('Vote removed.')).toBeVisible()
})

test('a reporter cannot vote on their own incident; withdrawing the report makes it return 410', {
  tag: ['@all', '@phone'],
}, async ({ control, page, signIn }) => {
  const { incidentId } = await hazardAtKoja()
  await signIn(page, 'amina')
  await page.goto(`${address()}/en/incidents/${incidentId}`)
  await page.getByRole('button', { name: 'Still there' }).click()
  await expect(page.getByText('You reported this')).toBeVisible()

  await page.goto(`${address()}/en/my-reports`)
  await expect(page.getByText('Others can see it now', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /Withdraw report/ }).click()
  await page.getByRole('button', { name: 'Keep report' }).click()
  await expect.poll(() => control.query('select state from app.reports')).toEqual([{ state: 'linked' }])
  await page.getByRole('button', { name: /Withdraw report/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Withdraw report' }).click()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await expect.poll(() => control.query('select state from app.reports')).toEqual([{ state: 'withdrawn' }])
  const reply = await page.goto(`${address()}/en/incidents/${incidentId}`)
  expect(reply?.status()).toBe(410)
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('a rider reads the terms without an account, and accepts them once with one', { tag: ['@all', '@phone'] }, async ({
  control,
  page,
  signIn,
}) => {
  await page.goto(`${address()}/en/legal/terms`)
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await expect(page.getByText(/^Version of \d+ \w+ 20\d\d$/)).toBeVisible()
  await signIn(page, 'amina')
  await page.goto(`${address()}/en/legal/terms`)
  await page.getByRole('button', { name: 'I accept this version' }).click()
  await expect(page.getByText(/You accepted this version on/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/You accepted this version on/)).toBeVisible()
  await expect
    .poll(() => control.query('select document_key from app.document_acceptances'))
    .toEqual([{ document_key: 'terms' }])
})

test('a rider exports their data and deletes the account; it is erased, and every app is signed out', {
  tag: '@phone',
}, async ({ context, control, page }) => {
  const email = newAddress()
  await signUp(page, email)
  await confirm(page, await codeFor(control, email), 'first-password')
  await page.goto(`${address('learning')}/en/sign-in`)
  await fillCredentials(page, email, 'first-password')
  await expect(page).not.toHaveURL(/sign-in/)

  await page.goto(`${address()}/en/account`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('salama-my-data.json')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeDisabled()
  await page.getByLabel('I understand that I can’t undo this').check()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect.poll(() => control.query('select 1 from auth.users where email = $1', [email])).toEqual([])
  const sessions = async () =>
    (await context.cookies()).map(({ name }) => name).filter((name) => name.includes('session-token'))
  expect(await sessions()).toEqual(['salama-learning.session-token'])
  for (const app of ['rider', 'learning'] as const) {
    await page.goto(`${address(app)}/en/account`)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    expect((await page.goto(`${address(app)}/en`))?.status()).toBe(200)
    await expect(page.getByText(email)).toHaveCount(0)
  }
  expect(await sessions()).toEqual([])
})
