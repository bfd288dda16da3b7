import { hazardAtKoja } from '../support/report.ts'
import { address, expect, expectAccessible, test, watchErrors, watchOutside } from '../support/test.ts'
import { STICKER } from '../support/vehicles.ts'

const DESKTOP = { width: 1280, height: 800 }

/** Public pages, and what signed-out visitors see of the others. */
const OPEN = [
  '',
  '/report',
  '/outbox',
  '/offline',
  '/about-data',
  '/receipt',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/v',
  '/v?code=KZZ999Z',
  '/search',
  '/search?q=thika',
  '/search?q=xyzxyzxyz',
  '/corridors/thika-road',
  '/saccos/kifaru-demo',
  '/legal/privacy',
]

/** Pages that differ when signed in. */
const SIGNED_IN = [`/v/${STICKER}`, `/rate/${STICKER}`, '/my-reports', '/legal/terms', '/account']

for (const locale of ['en', 'sw'])
  test(`every page in ${locale}, light and dark, small and wide: accessible, no requests to other hosts, no console errors`, async ({
    control: _,
    page,
    request,
    signIn,
  }) => {
    test.setTimeout(300_000)
    const { incidentId } = await hazardAtKoja()
    const found = await request.get(`${address()}/api/search?q=237`)
    const route = (await found.json()).data.find((hit: { type: string }) => hit.type === 'route')
    const [outside, errors] = [watchOutside(page), watchErrors(page)]
    const wear = (colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const fits = async (path: string) => {
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    }
    const look = async (path: string) => {
      await wear('light')
      await page.goto(`${address()}/${locale}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectAccessible(page)
      await fits(path)
      await wear('dark')
      await expectAccessible(page, { only: 'colours' })
      const phone = page.viewportSize() ?? DESKTOP
      await page.setViewportSize(DESKTOP)
      await expectAccessible(page)
      await fits(path)
      await wear('light')
      await expectAccessible(page, { only: 'colours' })
      await page.setViewportSize(phone)
    }
    for (const path of [...OPEN, `/routes/${route.id}`, `/incidents/${incidentId}`]) await look(path)
    await signIn(page, 'baraka')
    for (const path of [...SIGNED_IN, `/incidents/${incidentId}`]) await look(path)
    expect({ outside, errors }).toEqual({ outside: [], errors: [] })
  })
