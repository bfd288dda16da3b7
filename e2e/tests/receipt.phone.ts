import type { Page } from '@playwright/test'
import { heldRequests } from '../support/network.ts'
import { chooseStage } from '../support/report.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'
import { RIDER_SW, SHARED_SW } from '../support/texts.ts'

const CODE = '2M7R5QXK0C9D3F8GHJNPTVWYZA'

/** Reports a crash with injuries without an account, as the app sends it. */
async function report(page: Page): Promise<void> {
  const status = await page.evaluate(async (receiptCode) => {
    const body = {
      id: crypto.randomUUID(),
      category: 'crash',
      injury: 'some',
      place: { lat: -1.2812, lng: 36.8226, accuracyM: 20 },
      receiptCode,
    }
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/report-incident', { method: 'POST', headers, body: JSON.stringify(body) })).status
  }, CODE)
  expect(status).toBe(201)
}

test('without an account a report is sent, viewed by its receipt, added to and withdrawn', async ({
  control,
  context,
  page,
}) => {
  await page.goto(`${address()}/en/report`)
  await report(page)
  await page.goto(`${address()}/en/receipt#${CODE}`)
  await expect(page.getByRole('heading', { name: 'A reviewer is checking it' })).toBeVisible()
  await expect(page).toHaveURL(`${address()}/en/receipt`)
  await expectAccessible(page)
  const line = await heldRequests(context, '**/api/receipt/add')
  await page.getByLabel('Note', { exact: true }).fill('There were two of them.')
  await page.getByRole('button', { name: 'Add to the report' }).click()
  await expect(page.getByLabel('Note', { exact: true })).not.toBeEditable()
  await expectAccessible(page)
  line.release()
  await expect(page.locator(':focus')).toContainText('Received')
  await expect(page.getByLabel('Note', { exact: true })).toBeEditable()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('')
  await page.getByLabel(/^Number plate or sticker code/).fill('kzz101d')
  await page.getByRole('button', { name: 'Add to the report' }).click()
  await expect(page.locator(':focus')).toContainText('You have added 2 of 3.')
  await expect
    .poll(() => control.query('select words, vehicle_plate from app.report_additions order by at'))
    .toEqual([
      { words: 'There were two of them.', vehicle_plate: null },
      { words: null, vehicle_plate: 'KZZ101D' },
    ])
  await page.getByRole('button', { name: 'Withdraw report' }).click()
  await page.getByRole('button', { name: 'Withdraw report' }).click()
  await expect(page.getByRole('heading', { name: 'You withdrew it' })).toBeFocused()
  await expect
    .poll(() => control.query('select state, reporter_id from app.reports'))
    .toEqual([{ state: 'withdrawn', reporter_id: null }])
  expect(
    await page.evaluate((code) => JSON.stringify({ ...localStorage, ...sessionStorage }).includes(code), CODE),
  ).toBe(false)
})

test('a receipt code can be entered from every page and from the sign-in page', { tag: '@all' }, async ({ page }) => {
  const way = { name: 'Look up a report' }
  await page.goto(`${address()}/en`)
  await page.getByRole('contentinfo').getByRole('link', way).click()
  await expect(page.getByLabel('Receipt code')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'My reports' }).click()
  await expect(page).toHaveURL(/sign-in/)
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', way).click()
  await expect(page.getByLabel('Receipt code')).toBeVisible()
})

test('in Swahili, without an account: help, receipt, viewing and withdrawing', { tag: '@all' }, async ({
  control,
  page,
}) => {
  await page.goto(`${address()}/sw/report`)
  await page.getByRole('button', { name: SHARED_SW.categories.harassment }).click()
  await expect(page.getByRole('link', { name: /1195/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: RIDER_SW.report.quickExit })).toBeVisible()
  await expectAccessible(page)
  await chooseStage(page, 'Koja', RIDER_SW.report.orStage)
  await page.getByRole('button', { name: RIDER_SW.report.send }).click()
  await expect(page.getByText(RIDER_SW.report.receipt.kinds.review)).toBeVisible()
  await expect(page.getByRole('link', { name: /1195/ })).toBeVisible()
  await expectAccessible(page)
  const code = (await page.getByText(/^[0-9A-Z]{5}( [0-9A-Z]{1,5}){5}$/).textContent()) ?? ''

  await page.goto(`${address()}/sw/receipt`)
  await page.getByLabel(RIDER_SW.lookBack.code).fill(code.toLowerCase())
  await page.getByRole('button', { name: RIDER_SW.lookBack.look }).click()
  await expect(page.getByRole('heading', { name: RIDER_SW.lookBack.states.in_review })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: RIDER_SW.lookBack.withdraw }).click()
  await page.getByRole('button', { name: RIDER_SW.lookBack.withdrawNow }).click()
  await expect(page.getByRole('heading', { name: RIDER_SW.lookBack.states.withdrawn })).toBeVisible()
  await expect.poll(() => control.query('select state from app.reports')).toEqual([{ state: 'withdrawn' }])
})
