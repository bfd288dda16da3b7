import { CAST } from '@salama/testing'
import { chooseStage, fillCrashAtKoja, nearKoja, RECEIVED, reportsAt, send } from '../support/report.ts'
import { address, expect, fillCredentials, test } from '../support/test.ts'
import { RIDER_SW, SHARED_SW } from '../support/texts.ts'

test('a signed-out person fills in a report, signs in, and finds the draft unchanged', async ({ control, page }) => {
  await fillCrashAtKoja(page)
  await page.getByText('Add details or limit what others see').click()
  await page.getByLabel('Note').fill('Two matatus, one lane is blocked.')
  await page.getByRole('link', { name: /^Sign in first/ }).click()
  await fillCredentials(page, CAST.baraka.email)
  await expect(page.getByText('You are back at your report. It has not been sent yet.')).toBeVisible()
  await expect.poll(() => reportsAt(control)).toBe(0)
  await send(page)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await expect
    .poll(() => control.query('select note from app.reports'))
    .toEqual([{ note: 'Two matatus, one lane is blocked.' }])
  await page.goto(`${address()}/en/report`)
  await expect(page.getByRole('heading', { name: 'What happened?' })).toBeVisible()
})

test('without stage search the form stays usable, and loads the search again on retry', {
  tag: ['@all', '@phone'],
}, async ({ context, page }) => {
  // The initial page loads; later requests fail until the connection is restored.
  const first = await (await context.request.get(`${address()}/en/report`)).text()
  let isRestored = false
  await context.route('**/_next/static/chunks/*.js', (route) =>
    isRestored || first.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await expect(page.getByText('Search is not responding.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use my location' })).toBeEnabled()
  isRestored = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await chooseStage(page, 'Koja')
  await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible()
})

test('where the location is allowed a report takes three taps', async ({ context, control, page }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -1.2185, longitude: 36.8921, accuracy: 5 })
  await page.goto(`${address()}/en`)
  const begun = Date.now()
  await page.getByRole('navigation', { name: 'Main pages' }).getByRole('link', { name: 'Report' }).click()
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await expect(page.getByText('Thika Road')).toBeVisible()
  await expect(page.getByText('±5 m')).toBeVisible()
  await send(page)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  test.info().annotations.push({ type: 'figure', description: `3 taps, ${(Date.now() - begun) / 1000} s` })
  await expect(page.getByRole('heading', { name: /^Road hazard near .+, \d\d:\d\d$/ })).toBeFocused()
  await expect.poll(() => control.query('select round(accuracy_m)::int as m from app.reports')).toEqual([{ m: 5 }])
})

test('harassment shows help at every question and after sending, explains its visibility, and appears nowhere', async ({
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'eve')
  await page.goto(`${address()}/en/report`)
  const help = page.getByRole('link', { name: /1195/ }).first()
  await page.getByRole('button', { name: 'Harassment' }).click()
  await expect(page.getByRole('heading', { name: 'Where did it happen?' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Where did it happen?' })).toBeInViewport()
  await expect(help).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Leave this page' })).toBeInViewport()
  await chooseStage(page, 'Koja')
  await expect(page.getByRole('heading', { name: 'Harassment' })).toBeFocused()
  await expect(help).toBeInViewport()
  await expect(
    page.getByText('It counts in weekly figures once at least five riders have reported the same'),
  ).toBeVisible()
  await send(page)
  await expect(page.getByRole('heading', { name: 'Report received' })).toBeVisible()
  await expect(page.getByRole('link', { name: /1195/ })).toBeVisible()
  await expect.poll(() => reportsAt(control)).toBe(1)
  await control.shiftClock('90 minutes')
  await page.goto(nearKoja())
  await expect(page.getByText('No reports here')).toBeVisible()
})

test('the quick exit leaves a neutral page and no history', { tag: '@all' }, async ({ page }) => {
  await page.goto(`${address()}/en`)
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Assault' }).click()
  await expect(page.getByRole('heading', { name: 'Where did it happen?' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave this page' }).click()
  await expect(page).not.toHaveURL(/report/)
  for (const go of [() => page.goBack(), () => page.goForward()]) {
    await go().catch(() => null)
    await expect(page).not.toHaveURL(/report/)
  }
  await expect(page.getByText('Assault')).toHaveCount(0)
})

test('in Swahili, from the first tap to the receipt', async ({ control, page, signIn }) => {
  await signIn(page, 'amina')
  await page.goto(`${address()}/sw/report`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  const { questions, injury, orStage, send: sendIt, receipt } = RIDER_SW.report
  await expect(page.getByRole('heading', { name: questions.category })).toBeVisible()
  await page.getByRole('button', { name: SHARED_SW.categories.crash }).click()
  await chooseStage(page, 'Koja', orStage)
  await page.getByRole('button', { name: injury.none }).click()
  await page.getByRole('button', { name: sendIt }).click()
  await expect(page.getByRole('link', { name: receipt.see })).toBeVisible()
  await expect.poll(() => reportsAt(control)).toBe(1)
})
