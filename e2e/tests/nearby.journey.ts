import type { Locator, Page } from '@playwright/test'
import { firstLoadBytes, MAX_FIRST_LOAD_BYTES } from '../support/first-load.ts'
import { brokenNetwork } from '../support/network.ts'
import { expectPressableUnscrolled } from '../support/pressable.ts'
import { hazardAtKoja, nearKoja } from '../support/report.ts'
import { KOJA } from '../support/review.ts'
import { address, expect, expectAccessible, responds, test, watchErrors, watchOutside } from '../support/test.ts'

test('on a slow network the list is readable before any script has loaded', { tag: ['@all', '@phone'] }, async ({
  context,
  page,
}) => {
  await hazardAtKoja()
  // The HTML loads as usual; the scripts never do.
  const line = await brokenNetwork(context, '**/_next/static/**/*.js*', 'silent')
  await page.goto(nearKoja(), { waitUntil: 'commit' })
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Road hazard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Road hazard' })).toBeVisible()
  expect(line.tried()).toBeGreaterThan(0)
})

test('a list that fails to load shows an error and no wrong data, and loads on retry', {
  tag: ['@all', '@phone'],
}, async ({ context, page }) => {
  await hazardAtKoja()
  await page.goto(nearKoja())
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  await expect(page.locator('[data-map] canvas')).toBeVisible() // the page is alive
  const line = await brokenNetwork(context, '**/api/incidents/nearby?*')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Crash')
  await expect(page.getByText('The list could not be updated')).toBeVisible()
  await expect(page.getByText('No reports')).toHaveCount(0)
  await expectAccessible(page)
  line.restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No reports of this kind here')).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Everything')
  await expect(page.getByText('Near Koja').first()).toBeVisible()
})

/** An incident's marker on the map. */
const markOf = (page: Page, name: RegExp) => page.locator('[data-map]').getByRole('button', { name })
/** A little off, so that nothing covers the incident's marker. */
const offKoja = (more = '') => `${address()}/en?lat=${KOJA.lat - 0.004}&lng=${KOJA.lng}${more}`
const top = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN

test('the map loads after the list, from our own server only, with streets of at most 300 kB', async ({ page }) => {
  await hazardAtKoja()
  const [outside, errors] = [watchOutside(page), watchErrors(page)]
  let tileBytes = 0
  page.on('response', (reply) => {
    if (reply.url().includes('.pmtiles')) tileBytes += Number(reply.headers()['content-length'] ?? 0)
  })
  expect(await firstLoadBytes(nearKoja())).toBeLessThan(MAX_FIRST_LOAD_BYTES)
  await page.goto(offKoja())
  await expect(markOf(page, /^Road hazard/)).toBeVisible()
  await expect.poll(() => tileBytes).toBeGreaterThan(30_000)
  await expect(page.getByRole('link', { name: '© OpenStreetMap contributors' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/copyright',
  )
  await expectAccessible(page)
  expect(tileBytes).toBeLessThan(300_000)
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
})

test('a marker opens its card; Back closes it, and a reload keeps it', { tag: '@all' }, async ({ page }) => {
  await hazardAtKoja()
  await page.goto(offKoja())
  await markOf(page, /^Road hazard/).click()
  const card = page.getByRole('article').first()
  await expect(page).toHaveURL(/incident=/)
  await expect(card).toBeInViewport({ ratio: 1 })
  await expect(markOf(page, /^Road hazard/)).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(markOf(page, /^Road hazard/)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Close details' })).toBeVisible()
  await card.getByRole('link', { name: 'See more' }).click()
  await expect(page).toHaveURL(/\/incidents\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Road hazard' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Close details' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Close details' })).toHaveCount(0)
})

test('the list follows the map, and a reload shows the same', async ({ page }) => {
  await hazardAtKoja()
  await page.goto(`${address()}/en?lat=${KOJA.lat - 0.013}&lng=${KOJA.lng}&radiusM=1000`)
  await expect(page.getByText('No reports here')).toBeVisible()
  await expect(page.locator('canvas')).toBeVisible()
  // With the keyboard, as with two fingers: until Koja is on it.
  await page.locator('canvas').focus()
  await page.keyboard.press('Shift+Minus')
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Road hazard' })).toBeVisible()
  await expect(page).toHaveURL(/map=/)
  const moved = page.url()
  await page.reload()
  expect(page.url()).toBe(moved)
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Road hazard' })).toBeVisible()
})

test('the list alone stays for whoever wants it, and loads no map', { tag: '@all' }, async ({ page }) => {
  await hazardAtKoja()
  await page.goto(nearKoja())
  await expect(page.locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Hide map' }).click()
  await expect(page.locator('canvas')).toHaveCount(0)
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(`${address()}/en`) // another visit, with no view in its URL
  await responds(page)
  await expect(page.locator('[data-map]')).toHaveCount(0)
  expect(requests.filter((url) => url.includes('basemap'))).toEqual([])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show map' }).click()
  await expect(page.locator('canvas')).toBeVisible()
})

test('a device without WebGL gets the list alone, and is told so', { tag: ['@all', '@phone'] }, async ({ page }) => {
  await hazardAtKoja()
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto(nearKoja())
  await expect(page.getByText('The map could not be loaded')).toBeVisible()
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Route, stage or plate' })).toBeVisible()
  await expectAccessible(page)
})

test('on a phone the list is a sheet that a wheel, a finger or its handle raises', { tag: ['@all', '@phone'] }, async ({
  page,
}) => {
  await hazardAtKoja()
  await page.goto(nearKoja())
  await expect(page.locator('canvas')).toBeVisible()
  const title = page.getByRole('heading', { level: 1 })
  const rest = await top(title)
  await expectPressableUnscrolled(page.getByRole('button', { name: 'Enlarge list' }))
  await page.mouse.move(180, rest + 40)
  const full = await page.locator('[data-sheet]').evaluate((sheet: HTMLElement) => sheet.offsetTop)
  await page.mouse.wheel(0, full)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(full)
  const lower = page.getByRole('button', { name: 'Enlarge map' })
  await expectPressableUnscrolled(lower)
  // Pressed where it is, as by a finger: a locator's click first scrolls it below what floats over the page's top.
  const { x = 0, y = 0, width = 0, height = 0 } = (await lower.boundingBox()) ?? {}
  await page.mouse.click(x + width / 2, y + height / 2)
  await expect.poll(() => top(title)).toBe(rest)
})

test('streets that were seen once are drawn without a connection to the basemap', { tag: ['@all', '@phone'] }, async ({
  page,
}) => {
  const canvas = page.locator('canvas')
  /** An empty map compresses to a few kilobytes. */
  const drawnBytes = async () => (await canvas.screenshot()).length
  await page.goto(nearKoja())
  await expect(canvas).toBeVisible()
  await expect.poll(drawnBytes).toBeGreaterThan(40_000)
  let failed = 0
  await page.route('**/basemap/**', (route) => {
    failed++
    return route.abort()
  })
  await page.reload()
  await expect(canvas).toBeVisible()
  await expect.poll(drawnBytes).toBeGreaterThan(40_000)
  expect(failed).toBeGreaterThan(0)
})
