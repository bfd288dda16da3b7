import { rmSync } from 'node:fs'
import { ensureChromium } from '../../packages/processes/src/chromium.mjs'
import config from '../playwright.config.ts'
import { brokenNetwork } from '../support/network.ts'
import { chooseStage, send } from '../support/report.ts'
import { CAMERA_FILE, filmQr } from '../support/sticker-video.ts'
import { address, expect, test } from '../support/test.ts'
import { PLATE, STICKER } from '../support/vehicles.ts'

test.use({ serviceWorkers: 'allow' })

// A browser whose camera sees a sticker.
test.use({
  permissions: ['camera'],
  launchOptions: {
    ...config.use?.launchOptions,
    executablePath: ensureChromium(),
    args: [
      ...(config.use?.launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${CAMERA_FILE}`,
    ],
  },
})
test.afterAll(() => rmSync(CAMERA_FILE, { force: true }))

test('the camera reads a sticker and opens its vehicle; another QR code is shown as unknown', { tag: '@all' }, async ({
  page,
}) => {
  filmQr(CAMERA_FILE, 'https://example.org/menu')
  await page.goto(`${address()}/en/v`)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByText('No vehicle found with this code or plate.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the camera' }).click()
  filmQr(CAMERA_FILE, `${address()}/v/${STICKER}`)
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page).toHaveURL(`${address()}/en/v/${STICKER}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PLATE)
})

test('a report takes its vehicle from a scanned sticker, also offline', { tag: '@all' }, async ({
  context,
  control,
  page,
}) => {
  filmQr(CAMERA_FILE, `${address()}/v/${STICKER}`)
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Overloading' }).click()
  await chooseStage(page, 'Koja')
  // The scanner is cached or served by the app; only the lookup needs a connection.
  await brokenNetwork(context, '**/api/vehicle-lookup?*')
  await page.getByRole('button', { name: 'Scan the sticker' }).click()
  await expect(page.getByLabel(/^Number plate or sticker code/)).toHaveValue(STICKER)
  await send(page)
  await expect(page.getByRole('heading', { name: /^Overloading at Koja/ })).toBeVisible()
  await expect
    .poll(() => control.query('select v.public_code from app.reports r join app.vehicles v on v.id = r.vehicle_id'))
    .toEqual([{ public_code: STICKER }])
})
