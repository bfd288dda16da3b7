import { chooseStage, send } from '../support/report.ts'
import { address, expect, expectAccessible, test, watchErrors, watchOutside } from '../support/test.ts'

const PAGES = ['', '/report', '/outbox', '/offline', '/about-data', '/sign-in', '/sign-up', '/forgot-password']

for (const colorScheme of ['light', 'dark'] as const)
  for (const locale of ['en', 'sw'])
    test(`every page in ${locale}, ${colorScheme}: accessible, nothing from other hosts, no complaint`, async ({
      control: _,
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      const [outside, errors] = [watchOutside(page), watchErrors(page)]
      for (const path of PAGES) {
        await page.goto(`${address()}/${locale}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expectAccessible(page)
        const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(width, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      expect({ outside, errors }).toEqual({ outside: [], errors: [] })
    })

test('the list is there without JavaScript', async ({ control: _, browser, contextOptions, page, signIn }) => {
  await signIn(page, 'amina')
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await chooseStage(page, 'Koja')
  await page.getByRole('button', { name: 'No vehicle, or not known' }).click()
  await send(page)
  await expect(page.getByText('Others can see it now.')).toBeVisible()
  const plain = await browser.newContext({ ...contextOptions, javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto(`${address()}/en?lat=-1.2812&lng=36.8226`)
  await expect(reader.getByText('Near Koja').first()).toBeVisible()
  await plain.close()
})

test('the map opens on demand, and what it shows can be read beside it', async ({ control: _, page, signIn }) => {
  await signIn(page, 'amina')
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await chooseStage(page, 'Koja')
  await page.getByRole('button', { name: 'No vehicle, or not known' }).click()
  await send(page)
  await expect(page.getByText('Others can see it now.')).toBeVisible()

  const [outside, errors] = [watchOutside(page), watchErrors(page)]
  let scriptBytes = 0
  page.on('response', async (reply) => {
    if (reply.request().resourceType() === 'script') scriptBytes += (await reply.body().catch(() => Buffer.of())).length
  })
  await page.goto(`${address()}/en?lat=-1.2812&lng=36.8226`)
  await expect(page.getByText('Near Koja').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = scriptBytes
  await page.getByRole('button', { name: 'Map' }).click()
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.getByText('1 mark.')).toBeVisible()
  // MapLibre alone is over half a megabyte of script, and none of it came before it was wanted.
  expect(scriptBytes - before).toBeGreaterThan(500_000)
  await expectAccessible(page)
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
})

test('an incident that nobody made is not found, in words', async ({ control: _, page }) => {
  const reply = await page.goto(`${address()}/en/incidents/00000000-0000-4000-8000-000000000000`)
  expect(reply?.status()).toBe(404)
  await expectAccessible(page)
})

test('the language is kept', async ({ control: _, page }) => {
  await page.goto(`${address()}/en/about-data`)
  await page.getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await page.goto(address())
  await expect(page).toHaveURL(/\/sw/)
})
