import { ensureChromium } from '../../scripts/lib/chromium.mjs'
import config from '../playwright.config.ts'
import { address, expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// The headless shell cannot install apps.
test.use({ launchOptions: { ...config.use?.launchOptions, executablePath: ensureChromium() } })

type Icon = { src: string; sizes: string; type: string; purpose?: string }

for (const app of ['rider', 'surveyor', 'learning', 'admin'] as const)
  test(`the ${app} app is installable, with icons of the declared sizes`, async ({ page, request }) => {
    await page.goto(`${address(app)}/en`)
    const href = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? ''
    const manifest = await (await request.get(`${address(app)}${href}`)).json()
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone' })
    const icons: Icon[] = manifest.icons
    expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
      'any any',
    ])
    for (const { src, sizes, type } of icons) {
      const reply = await request.get(`${address(app)}${src}`)
      expect([reply.status(), reply.headers()['content-type']]).toEqual([200, type])
      if (type !== 'image/png') continue
      const bytes = await reply.body()
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }
    const browser = await page.context().newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // Tests run in private windows, so that is the only expected installability error.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  })
