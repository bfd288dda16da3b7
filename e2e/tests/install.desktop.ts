import { ensureChromium } from '../../packages/processes/src/chromium.mjs'
import config from '../playwright.config.ts'
import { address, expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// The headless shell cannot install apps.
test.use({ launchOptions: { ...config.use?.launchOptions, executablePath: ensureChromium() } })

test('the browser offers to install each app', { tag: '@all' }, async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  for (const app of ['rider', 'surveyor', 'learning', 'admin'] as const) {
    await page.goto(`${address(app)}/en`)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // Tests run in private windows, so that is the only expected installability error.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  }
})
