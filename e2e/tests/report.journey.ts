import { CAST } from '@salama/testing'
import swahili from '../../apps/rider/messages/sw.json' with { type: 'json' }
import shared from '../../packages/ui/messages/sw.json' with { type: 'json' }
import { brokenNetwork } from '../support/network.ts'
import {
  chooseStage,
  expectReceived,
  fillCrashAtKoja,
  nearKoja,
  RECEIVED,
  REPORTS,
  reportsAt,
  send,
} from '../support/report.ts'
import { address, expect, fillCredentials, test } from '../support/test.ts'

test('a signed-out person fills in a report, signs in, and finds the draft unchanged', async ({ control, page }) => {
  await fillCrashAtKoja(page)
  await page.getByText('Add a note or another time').click()
  await page.getByLabel('Note').fill('Two matatus, one lane is blocked.')
  await page.getByRole('link', { name: /^Sign in first/ }).click()
  await fillCredentials(page, CAST.baraka.email)
  await expect(page.getByText('Here is your report as you left it. It is not sent yet.')).toBeVisible()
  expect(await reportsAt(control)).toBe(0)
  await send(page)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  expect(await control.query('select note from app.reports')).toEqual([{ note: 'Two matatus, one lane is blocked.' }])
  await page.goto(`${address()}/en/report`)
  await expect(page.getByRole('heading', { name: 'What happened?' })).toBeVisible()
})

test('when the response is lost the report is kept, shown as not sent, and stored once', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  // Requests arrive but their responses are lost, on every retry of page or service worker, until restored.
  const line = await brokenNetwork(context, REPORTS, 'deaf')
  await send(page)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await expect(page.getByText(RECEIVED)).toHaveCount(0)
  expect(line.tried()).toBeGreaterThan(0)
  line.restore()
  await expectReceived(page)
  expect(await reportsAt(control)).toBe(1)
})

test('without stage search the form stays usable, and loads the search again on retry', async ({ context, page }) => {
  // The initial page loads; later requests fail until the connection is restored.
  const first = await (await context.request.get(`${address()}/en/report`)).text()
  let isRestored = false
  await context.route('**/_next/static/chunks/*.js', (route) =>
    isRestored || first.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await expect(page.getByText('Search is not responding.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use my place' })).toBeEnabled()
  isRestored = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await chooseStage(page, 'Koja')
  await expect(page.getByRole('heading', { name: 'Which vehicle?' })).toBeVisible()
})

test('a double tap sends one report', async ({ control, page, signIn }) => {
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  await page.getByRole('button', { name: 'Send the report' }).dblclick()
  await expect(page.getByText(RECEIVED)).toBeVisible()
  expect(await reportsAt(control)).toBe(1)
})

test('a location outside the service area is rejected before anything is sent', async ({ control, page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -1.5177, longitude: 37.2634, accuracy: 20 })
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await page.getByRole('button', { name: 'Use my place' }).click()
  await expect(page.getByText('This place is outside the area that we cover')).toBeVisible()
  await expect(page.getByText(/Salama covers Nairobi/)).toBeVisible()
  expect(await reportsAt(control)).toBe(0)
})

test('a GPS location shows its corridor', async ({ control: _, page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -1.2185, longitude: 36.8921, accuracy: 15 })
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await page.getByRole('button', { name: 'Use my place' }).click()
  await expect(page.getByText(/Covered\. On Thika Road\./).first()).toBeVisible()
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
  await expect(page.getByRole('heading', { name: 'Where?' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Where?' })).toBeInViewport()
  await expect(help).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Leave this page' })).toBeInViewport()
  await chooseStage(page, 'Koja')
  await expect(page.getByRole('heading', { name: 'Which vehicle?' })).toBeFocused()
  await expect(help).toBeInViewport()
  await page.getByRole('button', { name: 'No vehicle, or not known' }).click()
  await expect(page.getByRole('heading', { name: 'Ready to send' })).toBeFocused()
  await expect(help).toBeInViewport()
  await expect(page.getByText('it only counts in weekly numbers, from five riders on')).toBeVisible()
  await send(page)
  await expect(page.getByRole('heading', { name: /^Received at/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /1195/ })).toBeVisible()
  expect(await reportsAt(control)).toBe(1)
  await control.shiftClock('90 minutes')
  await page.goto(nearKoja())
  await expect(page.getByText('Nobody has reported anything here')).toBeVisible()
})

test('the quick exit leaves a neutral page and no history', async ({ control: _, page }) => {
  await page.goto(`${address()}/en`)
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Assault' }).click()
  await page.getByRole('button', { name: 'Leave this page' }).click()
  await expect(page).not.toHaveURL(/report/)
  await page.goBack().catch(() => null)
  await expect(page).not.toHaveURL(/report/)
  await expect(page.getByText('Assault')).toHaveCount(0)
})

test('in Swahili, from the first tap to the receipt', async ({ control, page, signIn }) => {
  await signIn(page, 'amina')
  await page.goto(`${address()}/sw/report`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  const { questions, injury, orStage, vehicle, send: sendIt, receipt } = swahili.report
  await expect(page.getByRole('heading', { name: questions.category })).toBeVisible()
  await page.getByRole('button', { name: shared.categories.crash }).click()
  await page.getByRole('button', { name: injury.none }).click()
  await chooseStage(page, 'Koja', orStage)
  await page.getByRole('button', { name: vehicle.none }).click()
  await page.getByRole('button', { name: sendIt }).click()
  await expect(page.getByRole('link', { name: receipt.see })).toBeVisible()
  expect(await reportsAt(control)).toBe(1)
})
