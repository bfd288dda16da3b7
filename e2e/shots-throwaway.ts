import { chromium } from '@playwright/test'
import { startStack } from '@salama/testing/stack'
import config from './playwright.config.ts'

const stack = await startStack({ apps: ['surveyor'] })
const { executablePath, args } = config.use?.launchOptions ?? {}
const browser = await chromium.launch({ ...(executablePath && { executablePath }), ...(args && { args }) })
const OUT = '/tmp/surveyor-shots'
async function run(
  name: string,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  locale: string,
  start: string,
) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: 'en-KE',
    deviceScaleFactor: 1,
    geolocation: { latitude: -1.283, longitude: 36.824 },
    permissions: ['geolocation'],
  })
  const page = await context.newPage()
  const base = `${stack.addresses.surveyor}/${locale}`
  await page.goto(`${base}/sign-in`)
  await page.fill('input[type=email]', 'chebet@salama.test')
  await page.fill('input[autocomplete=current-password]', 'salama-demo')
  await page.click('main button[type=submit]')
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  await page.waitForTimeout(2500)
  const take = async (what: string, full = true) =>
    page.screenshot({ path: `${OUT}/${name}-${what}.png`, fullPage: full })
  await take('today0')
  const b = page.getByRole('button', { name: start })
  if (await b.count()) {
    await b.click()
    await page.waitForTimeout(2500)
  }
  await page.goto(`${base}/assignments`)
  await page.waitForTimeout(1500)
  await page.locator('article button').first().click()
  await take('work')
  const claim = page.locator('article').first().getByRole('button').nth(1)
  if (await claim.count()) {
    await claim.click()
    await page.waitForTimeout(2500)
    await take('work-held')
  }
  await page.getByRole('button', { name: /^(Map|Ramani)$/ }).click()
  await page.waitForTimeout(3000)
  await take('map')
  await page.goto(`${base}/collect`)
  await page.waitForTimeout(1500)
  await page.locator('main input').first().fill('KDA 1')
  await take('collect', false)
  await page.locator('main input').first().fill('KDA 123A')
  await page.locator('summary').click()
  await take('collect-full')
  await page.locator('form button[type=submit]').click()
  await page.waitForTimeout(2500)
  await take('collect-saved', false)
  for (const p of ['', '/outbox', '/session', '/stats', '/offline']) {
    await page.goto(base + p)
    await page.waitForTimeout(1500)
    await take(`page${p.replace('/', '-')}`)
  }
  await context.close()
}
try {
  await run('phone', { width: 360, height: 740 }, 'light', 'en', 'Start work')
  await run('dark', { width: 360, height: 740 }, 'dark', 'sw', 'Anza kazi')
  await run('desk', { width: 1280, height: 800 }, 'light', 'en', 'Start work')
} finally {
  await browser.close()
  await stack.close()
}
