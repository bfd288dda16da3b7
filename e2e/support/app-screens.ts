import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { seedStory } from '@salama/local-supabase/story'
import { startStack } from '@salama/testing/stack'
import config from '../playwright.config.ts'
import { handOver } from './env.ts'
import { haveOurFont, setTextSize } from './pressable.ts'
import { fillCrashAtKoja, send } from './report.ts'
import { STICKER } from './vehicles.ts'

/**
 * Takes all screenshots of the rider app, with the demo data: of its manifest, of the README, and five pages in five looks.
 * `npm run app-screens -w @salama/e2e`; build the apps and the basemap first (`npm run build`, `npm run basemap`).
 */
const ROOT = join(import.meta.dirname, '../..')
const IMAGES = join(ROOT, 'docs/images')
const MANIFEST = join(ROOT, 'apps/rider/public/screenshots/nairobi')

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

/** How each page in docs/images/rider is shown; `percent`: the text size. */
const LOOKS: readonly { name: string; locale?: 'sw'; percent?: number; context: BrowserContextOptions }[] = [
  { name: 'phone', context: { viewport: PHONE } },
  { name: 'dark', context: { viewport: PHONE, colorScheme: 'dark' } },
  { name: 'swahili', locale: 'sw', context: { viewport: PHONE } },
  { name: 'large-text', percent: 200, context: { viewport: { width: 320, height: 640 } } },
  { name: 'desktop', context: { viewport: DESK } },
]

const stack = await startStack({ apps: ['rider'] })
await seedStory(stack)
handOver(stack)
const { executablePath, args } = config.use?.launchOptions ?? {}
const browser = await chromium.launch({ ...(executablePath && { executablePath }), ...(args && { args }) })
const [incident] = await stack.query<{ id: string }>(
  `select f.incident_id as id from app.incident_feed f
    where f.body ->> 'precision' = 'point' and f.visible_from <= app.now() and f.visible_until > app.now()
    order by f.body ->> 'corroboration' = 'unverified', f.last_seen_at desc, f.incident_id limit 1`,
)

const [route] = await stack.query<{ slug: string }>(
  `select slug from app.routes where short_name = '46K' order by slug limit 1`,
)

/** Opens a page as somebody who has been here before, until nothing of it is on its way. */
async function open(page: Page, path: string, { percent = 100 } = {}): Promise<Page> {
  await page.goto(`${stack.addresses.rider}${path}`, { waitUntil: 'networkidle' })
  await setTextSize(page, percent)
  await page.waitForTimeout(6000) // maps have no event for their last drawn line
  return page
}

async function opened(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-KE', timezoneId: 'Africa/Nairobi', ...options })
  await context.addCookies([{ name: 'salama-rider.welcomed', value: '1', url: stack.addresses.rider }])
  const page = await context.newPage()
  await page.goto(`${stack.addresses.rider}/en/about-data`)
  await haveOurFont(page)
  return page
}

const jpeg = (folder: string, name: string, quality = 80) =>
  ({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality }) as const

try {
  const page = await opened({ viewport: PHONE, deviceScaleFactor: 2 })
  const take = (name: string) => page.screenshot({ path: join(IMAGES, `${name}-phone.png`) })
  await open(page, '/en?radiusM=10000')
  await take('nearby')
  await page.screenshot(jpeg(MANIFEST, 'nearby'))
  await page.locator('[data-map] button[aria-pressed]').first().click()
  await page.waitForTimeout(2000)
  await take('map')
  await open(page, '/en/report')
  await take('report')
  await page.screenshot(jpeg(MANIFEST, 'report'))
  await open(page, `/en/v/${STICKER}`)
  await take('vehicle')
  await page.screenshot(jpeg(MANIFEST, 'vehicle'))

  for (const { name, locale = 'en', percent, context } of LOOKS) {
    const each = await opened(context)
    for (const [what, path] of [
      ['home', '?radiusM=10000'],
      ['incident', `/incidents/${incident?.id}`],
      ['route', `/routes/${route?.slug}`],
      ['vehicle', `/v/${STICKER}`],
      ['report', '/report'],
    ] as const) {
      await open(each, `/${locale}${path}`, { ...(percent && { percent }) })
      await each.screenshot(jpeg(join(IMAGES, 'rider'), `${what}-${name}`, 70))
    }
    await each.context().close()
  }

  const wide = await opened({ viewport: DESK })
  await open(wide, '/en?radiusM=10000')
  await wide.screenshot(jpeg(MANIFEST, 'nearby-wide'))
  await wide.emulateMedia({ colorScheme: 'dark' })
  await open(wide, '/en')
  await wide.screenshot({ path: join(IMAGES, 'nearby-desktop.png') })

  await fillCrashAtKoja(page)
  await send(page)
  await page.getByRole('heading', { level: 1, name: /^Crash/ }).waitFor()
  await page.waitForTimeout(2000)
  await take('receipt')
} finally {
  await browser.close()
  await stack.close()
}
