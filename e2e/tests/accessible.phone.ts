import type { Page } from '@playwright/test'
import { hazardAtKoja } from '../support/report.ts'
import { address, expect, expectAccessible, test, watchErrors, watchOutside } from '../support/test.ts'
import { STICKER } from '../support/vehicles.ts'

// axe looks at some twenty pages in one test.
test.describe.configure({ timeout: 240_000 })

const DESKTOP = { width: 1280, height: 800 }

/** Public pages, and what signed-out visitors see of the others. */
const FORMS = [
  '/report',
  '/outbox',
  '/offline',
  '/receipt',
  '/ride',
  '/ride/help',
  '/trip/450c1ea6-b848-868b-8dc6-501d2c3da70e',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/v',
]
const READ = [
  '',
  '/about-data',
  '/v?code=UMA999Z',
  '/v/KZZ999Z',
  '/rate/KZZ999Z',
  '/search',
  '/search?q=thika',
  '/search?q=xyzxyzxyz',
  '/corridors/thika-road',
  '/saccos/kifaru-demo',
  '/legal/privacy',
]

/** Pages that differ when signed in. */
const SIGNED_IN = [`/v/${STICKER}`, `/rate/${STICKER}`, '/my-reports', '/legal/terms', '/account']

/** Every page in both themes, without a request to another host or an error of the console. `isWide`: on a desktop, too. */
async function expectAllAccessible(page: Page, locale: string, paths: string[], isWide: boolean): Promise<void> {
  const [outside, errors] = [watchOutside(page), watchErrors(page)]
  const wear = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const look = async (path: string) => {
    await expectAccessible(page)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
  }
  for (const path of paths) {
    await wear('light')
    await page.goto(`${address()}/${locale}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await look(path)
    await wear('dark')
    await expectAccessible(page, { only: 'colours' })
    if (!isWide) continue
    const phone = page.viewportSize() ?? DESKTOP
    await page.setViewportSize(DESKTOP)
    await look(path)
    await page.setViewportSize(phone)
  }
  expect({ outside, errors }).toEqual({ outside: [], errors: [] })
}

for (const locale of ['en', 'sw']) {
  const tag = locale === 'en' ? [] : '@all'
  const isWide = locale === 'sw'
  test(`every form is accessible in ${locale}`, { tag: '@all' }, async ({ page }) => {
    await expectAllAccessible(page, locale, FORMS, isWide)
  })

  test(`every page to read is accessible in ${locale}`, { tag }, async ({ page, request }) => {
    const { incidentId } = await hazardAtKoja()
    const found = await request.get(`${address()}/api/search?q=237`)
    const route = (await found.json()).data.find((hit: { type: string }) => hit.type === 'route')
    await expectAllAccessible(page, locale, [...READ, `/routes/${route.id}`, `/incidents/${incidentId}`], isWide)
  })

  test(`every page of an account is accessible in ${locale}`, { tag: '@all' }, async ({ page, signIn }) => {
    const { incidentId } = await hazardAtKoja()
    await signIn(page, 'baraka')
    await expectAllAccessible(page, locale, [...SIGNED_IN, `/incidents/${incidentId}`], isWide)
  })
}
