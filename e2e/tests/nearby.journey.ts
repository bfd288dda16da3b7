import { brokenNetwork } from '../support/network.ts'
import { hazardAtKoja, nearKoja } from '../support/report.ts'
import { KOJA } from '../support/review.ts'
import { address, expect, expectAccessible, test, watchErrors, watchOutside } from '../support/test.ts'

test('the list works without JavaScript', async ({ control: _, newPhone }) => {
  await hazardAtKoja()
  const reader = await newPhone({ javaScriptEnabled: false })
  await reader.goto(nearKoja())
  await expect(reader.getByText('Near Koja').first()).toBeVisible()
})

test('on a slow network the list is readable before any script has loaded', async ({ control: _, context, page }) => {
  await hazardAtKoja()
  // The HTML loads as usual; the scripts never do.
  const line = await brokenNetwork(context, '**/_next/static/**/*.js*', 'silent')
  await page.goto(nearKoja(), { waitUntil: 'commit' })
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Road hazard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Road hazard' })).toBeVisible()
  expect(line.tried()).toBeGreaterThan(0)
})

test('a list that fails to load shows an error and no wrong data, and loads on retry', async ({
  control: _,
  context,
  page,
}) => {
  await hazardAtKoja()
  await page.goto(nearKoja())
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  const line = await brokenNetwork(context, '**/api/incidents/nearby?*')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Crash')
  await expect(page.getByText('The list cannot be refreshed')).toBeVisible()
  await expect(page.getByText('Nobody has reported')).toHaveCount(0)
  await expectAccessible(page)
  line.restore()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nobody has reported this here')).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Everything')
  await expect(page.getByText('Near Koja').first()).toBeVisible()
})

test('the map opens on demand, and its content is listed as text beside it', async ({ control: _, page }) => {
  await hazardAtKoja()
  const [outside, errors] = [watchOutside(page), watchErrors(page)]
  const scripts: Promise<Buffer>[] = []
  page.on('response', (reply) => {
    if (reply.request().resourceType() === 'script') scripts.push(reply.body().catch(() => Buffer.of()))
  })
  const scriptBytes = async () => (await Promise.all(scripts)).reduce((sum, { length }) => sum + length, 0)
  await page.goto(nearKoja())
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = await scriptBytes()
  await page.getByRole('button', { name: 'Map' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('1 mark.')).toBeVisible()
  // MapLibre alone is over half a megabyte; none of it loads before the map is opened.
  expect((await scriptBytes()) - before).toBeGreaterThan(500_000)
  await expectAccessible(page)
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
})

test('pressing a marker on the map scrolls its details into view', async ({ control: _, page }) => {
  await hazardAtKoja()
  // Slightly off, so that the marker of the person's location does not cover the incident's.
  await page.goto(`${address()}/en?lat=${KOJA.lat - 0.004}&lng=${KOJA.lng}`)
  await page.getByRole('button', { name: 'Map' }).click()
  const mark = page.getByRole('button', { name: /^Road hazard/ })
  const words = page.getByRole('article').last()
  /** Fully on the screen and not covered, for example by the bottom navigation. */
  const inSight = () =>
    words.evaluate((card) => {
      const { left, top, bottom } = card.getBoundingClientRect()
      return [top + 2, bottom - 2].every((y) => card.contains(document.elementFromPoint(left + 2, y)))
    })
  await mark.click()
  await expect(words).toContainText('Near Koja')
  await expect.poll(inSight).toBe(true)
  // Pressed again after scrolling away from the details.
  await page.evaluate(() => window.scrollTo(0, 0))
  await mark.click()
  await expect.poll(inSight).toBe(true)
})

test('an unknown incident shows a not-found page', async ({ control: _, page }) => {
  const reply = await page.goto(`${address()}/en/incidents/00000000-0000-4000-8000-000000000000`)
  expect(reply?.status()).toBe(404)
  await expectAccessible(page)
})

test('the chosen language persists', async ({ control: _, page }) => {
  await page.goto(`${address()}/en/about-data`)
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await page.goto(address())
  await expect(page).toHaveURL(/\/sw/)
})
