import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { seedStory } from '@salama/local-supabase/story'
import { seedWaiting } from '@salama/local-supabase/waiting'
import { CAST } from '@salama/testing'
import { startStack } from '@salama/testing/stack'
import config from '../playwright.config.ts'
import { handOver } from './env.ts'
import { haveOurFont } from './pressable.ts'
import { fillCredentials } from './test.ts'

/**
 * Takes the screenshots in docs/images of the other apps, with the demo data: `npm run screens -w @salama/e2e`. Those of the
 * rider app: app-screens.ts.
 */
const IMAGES = join(import.meta.dirname, '../../docs/images')

const stack = await startStack()
await seedStory(stack)
await seedWaiting(stack)
handOver(stack)
const { executablePath, args } = config.use?.launchOptions ?? {}
const browser = await chromium.launch({ ...(executablePath && { executablePath }), ...(args && { args }) })
try {
  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
  })
  const page = await phone.newPage()
  await page.goto(`${stack.addresses.rider}/en/about-data`)
  await haveOurFont(page)
  const take = (name: string) => page.screenshot({ path: join(IMAGES, `${name}-phone.png`) })
  await page.goto(`${stack.addresses.learning}/en/courses/ride-safely/on-the-way/sit-safely`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await take('lesson')

  await page.goto(`${stack.addresses.surveyor}/en/sign-in`)
  await fillCredentials(page, CAST.chebet.email)
  await page.getByRole('button', { name: 'Start shift' }).click()
  await page.getByRole('heading', { name: 'Shift started' }).waitFor()
  await page.getByText(/Your shift stays open until/).waitFor()
  await take('surveyor')

  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-KE' })
  const console = await desk.newPage()
  await console.goto(`${stack.addresses.admin}/en/sign-in`)
  await fillCredentials(console, CAST.dalmas.email)
  await console.waitForURL(({ pathname }) => !pathname.endsWith('/sign-in'))
  await console.goto(`${stack.addresses.admin}/en/dashboard`)
  await console.screenshot({ path: join(IMAGES, 'dashboard-desktop.png') })
} finally {
  await browser.close()
  await stack.close()
}
