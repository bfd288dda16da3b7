import type { BrowserContextOptions, Page } from '@playwright/test'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { fillCrashAtKoja, RECEIVED, reportsAt, send } from '../support/report.ts'
import { address, expect, test } from '../support/test.ts'

// The first report of a phone without an account: the response that sets the device cookie is lost after the server has
// stored the report.

type NewPhone = (options?: BrowserContextOptions) => Promise<Page>

/** A new phone behind a proxy that drops the response to its first report. */
async function phoneBehindProxy(newPhone: NewPhone) {
  const proxy = await cuttingProxy('/api/report-incident')
  const page = await newPhone({ proxy: { server: proxy.server } })
  return { proxy, page }
}

test('a first report whose response is lost is recovered with its receipt, photos and additions', async ({
  control,
  newPhone,
}) => {
  const { proxy, page } = await phoneBehindProxy(newPhone)
  await fillCrashAtKoja(page)
  await page.getByText('Add details or limit what others see').click()
  await page.getByLabel('Add a photo').setInputFiles([
    {
      name: 'crash.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await page.screenshot()),
    },
  ])
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await send(page)
  await expect(page.getByText(RECEIVED)).toBeVisible() // the outbox retries automatically
  await expect(page.getByText('The report was not accepted')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Your receipt' })).toBeVisible()
  await expect(page.getByText('Photo 1: received')).toBeVisible()
  await expect.poll(() => control.query('select count(*)::int as n from app.report_photos')).toEqual([{ n: 1 }])
  expect([proxy.cut(), await reportsAt(control)]).toEqual([1, 1])
  expect(proxy.cookies.map((sent) => sent.includes('salama-rider.device'))).toEqual([false, false])

  const code = (await page.getByText(/^[0-9A-Z]{5}( [0-9A-Z]{1,5}){5}$/).textContent()) ?? ''
  await page.goto(`${address()}/en/receipt#${code.replaceAll(' ', '')}`)
  await page.getByLabel('Note', { exact: true }).fill('There were two of them.')
  await page.getByRole('button', { name: 'Add to the report' }).click()
  await expect(page.getByText('Reviewers see it beside your report.')).toBeVisible()
  proxy.close()
})

test('recovers a lost response also where storage is full and the open page retries', { tag: '@all' }, async ({
  control,
  newPhone,
}) => {
  const { proxy, page } = await phoneBehindProxy(newPhone)
  await fillCrashAtKoja(page)
  // Simulates full storage: writes fail.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await send(page)
  await expect(page.getByText('Not sent yet')).toBeVisible()
  expect([proxy.cut(), await reportsAt(control)]).toEqual([1, 1])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your receipt' })).toBeVisible()
  await expect.poll(() => reportsAt(control)).toBe(1)
  proxy.close()
})
