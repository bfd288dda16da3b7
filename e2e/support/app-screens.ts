import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { seedStory } from '@salama/local-supabase/story'
import { startStack } from '@salama/testing/stack'
import config from '../playwright.config.ts'
import { haveOurFont } from './pressable.ts'
import { STICKER } from './vehicles.ts'

/** Takes the screenshots of the rider app's manifest, with the demo data: `npm run app-screens -w @salama/e2e`. */
const TARGET = join(import.meta.dirname, '../../apps/rider/public/screenshots/nairobi')

const stack = await startStack({ apps: ['rider'] })
await seedStory(stack)
const { executablePath, args } = config.use?.launchOptions ?? {}
const browser = await chromium.launch({ ...(executablePath && { executablePath }), ...(args && { args }) })
const common = { locale: 'en-KE', timezoneId: 'Africa/Nairobi' }
const welcomed = { name: 'salama-rider.welcomed', value: '1', url: stack.addresses.rider }
try {
  const phone = await browser.newContext({ ...common, viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
  const desk = await browser.newContext({ ...common, viewport: { width: 1280, height: 800 } })
  for (const [context, name, path] of [
    [phone, 'nearby', '?radiusM=10000'],
    [phone, 'report', '/report'],
    [phone, 'vehicle', `/v/${STICKER}`],
    [desk, 'nearby-wide', '?radiusM=10000'],
  ] as const) {
    await context.addCookies([welcomed])
    const page = await context.newPage()
    await page.goto(`${stack.addresses.rider}/en/about-data`)
    await haveOurFont(page)
    await page.goto(`${stack.addresses.rider}/en${path}`, { waitUntil: 'networkidle' })
    await page.waitForTimeout(2000) // maps have no event for their last drawn line
    await page.screenshot({ path: join(TARGET, `${name}.jpg`), type: 'jpeg', quality: 80 })
    await page.close()
  }
} finally {
  await browser.close()
  await stack.close()
}
