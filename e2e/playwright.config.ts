import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from '@playwright/test'
import { ensureHeadlessShell } from '../packages/processes/src/chromium.mjs'

// One pixel per CSS pixel: no test needs a real phone's two or three, which take longer to draw.
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const desktop = { viewport: { width: 1280, height: 800 } }

/**
 * Journeys of users in Debian's Chromium, in its headless shell where that is enough, against the real services. support/global-setup.ts starts a stack for each
 * worker. One worker leaves much of two cores idle, because its steps run in sequence; a second one needs a second
 * stack, which takes about 2 GB. For a single file `--workers=1` starts sooner.
 */
const workers = availableParallelism() >= 2 && totalmem() > 7 * 2 ** 30 ? 2 : 1

/** The short list of `npm test`: without what is tagged `@all`, and each journey in one size only. */
const isAll = process.env.TEST_TIER === 'all'
const ON_PHONES = 'journey|phone'
const onDesktops = isAll ? 'journey|desktop' : 'desktop'
// In a file of both sizes, `@phone` marks what does not depend on the size.
const notOnDesktops = isAll ? /@phone/ : /@all/

/** Files that look at the live map. The others do without WebGL, which a computer without a graphics card draws slowly. */
const MAPS = 'accessible|admin-lists|console-day|design|incidents|nearby|network|one-crash|report|review-kinds'
const files = (names: string, sizes: string) => RegExp(`/(${names})\\.(${sizes})\\.ts$`)
const withMaps = (sizes: string) => ({ testMatch: files(MAPS, sizes) })
const withoutMaps = (sizes: string) => ({ testMatch: files('[^/]+', sizes), testIgnore: files(MAPS, sizes) })

const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const launch = (...args: string[]) => ({ executablePath: ensureHeadlessShell(), args: [...ARGS, ...args] })
const noWebGL = { launchOptions: launch('--disable-gpu', '--disable-3d-apis') }

export default defineConfig({
  testDir: 'tests',
  ...(isAll ? {} : { grepInvert: /@all/ }),
  globalSetup: './support/global-setup.ts',
  workers,
  // What fails now and then has a fault, in the product or in the journey.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  reporter: 'line',
  use: {
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    // Every test has a new browser profile, in which a service worker would first store the whole app: a quarter of a
    // test's time. Files about being offline allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: launch(
      // Pages are drawn by the CPU at once, and not by a graphics card that the CPU emulates.
      '--disable-gpu-rasterization',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ),
  },
  projects: [
    // Without a browser.
    { name: 'http', testMatch: /\.http\.ts$/ },
    { name: 'phone', use: { ...phone, ...noWebGL }, ...withoutMaps(ON_PHONES) },
    { name: 'phone-map', use: phone, ...withMaps(ON_PHONES) },
    { name: 'desktop', use: { ...desktop, ...noWebGL }, ...withoutMaps(onDesktops), grepInvert: notOnDesktops },
    { name: 'desktop-map', use: desktop, ...withMaps(onDesktops), grepInvert: notOnDesktops },
  ],
})
