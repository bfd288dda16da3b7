import { availableParallelism, totalmem } from 'node:os'
import { defineConfig } from '@playwright/test'

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
const desktop = { viewport: { width: 1280, height: 800 } }

/**
 * Journeys: what a person can do, in Debian's Chromium, with the real services behind it. support/global-setup.ts starts
 * a stack for each worker. One worker leaves much of two cores idle, because each step waits for the one before; a second
 * one needs a second stack, which takes about 2 GB. For a single file `--workers=1` starts sooner.
 */
const workers = availableParallelism() >= 2 && totalmem() > 7 * 2 ** 30 ? 2 : 1

export default defineConfig({
  testDir: 'tests',
  globalSetup: './support/global-setup.ts',
  workers,
  // A browser on a busy machine may stumble once. What passes only at its second try is named as flaky at the end.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  reporter: 'line',
  use: {
    locale: 'en-KE',
    timezoneId: 'Africa/Nairobi',
    screenshot: 'only-on-failure',
    // Recording slows every journey down, so only a second try is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Maps need WebGL; this machine has no graphics card, so Chromium draws in software.
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
  projects: [
    { name: 'phone', use: phone, testMatch: /\.(journey|phone)\.ts$/ },
    { name: 'desktop', use: desktop, testMatch: /\.(journey|desktop)\.ts$/ },
  ],
})
