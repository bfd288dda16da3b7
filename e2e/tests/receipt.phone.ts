import type { Page } from '@playwright/test'
import swahili from '../../apps/rider/messages/sw.json' with { type: 'json' }
import words from '../../packages/ui/messages/sw.json' with { type: 'json' }
import { brokenNetwork, heldRequests } from '../support/network.ts'
import { cameraPhoto, SECRET } from '../support/photo.ts'
import { chooseStage } from '../support/report.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

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

test('with the code alone, another phone adds photos; one that failed is sent again, once', { tag: '@all' }, async ({
  control,
  context,
  newPhone,
  page,
}) => {
  await page.goto(`${address()}/en/report`)
  await report(page)
  await page.goto(`${address()}/en/receipt#${CODE}`)
  const photo = await cameraPhoto(page, 'crash.jpg')
  const line = await brokenNetwork(context, '**/api/receipt/photo')
  await page.getByLabel('Add a photo').setInputFiles([photo, photo])
  await expect(page.getByText('2 photos not sent')).toBeVisible()
  await expectAccessible(page)
  line.restore()
  const sent: string[] = []
  await page.route('**/api/receipt/photo', async (route) => {
    sent.push(route.request().postDataJSON().picture)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('2 photos received.')).toBeVisible()
  await expect(page.getByText('Photos: 2 of 3.')).toBeVisible()
  expect(sent.map((picture) => Buffer.from(picture, 'base64').includes(SECRET))).toEqual([false, false])
  await expectAccessible(page)

  const other = await newPhone()
  await other.goto(`${address()}/en/receipt#${CODE}`)
  await other.getByLabel('Add a photo').setInputFiles([photo, photo])
  await expect(other.getByText('A report can have up to three photos. The others were left out.')).toBeVisible()
  await expect(other.getByText('Photos: 3 of 3.')).toBeVisible()
  await expect(other.getByLabel('Add a photo')).toHaveCount(0)
  await expect
    .poll(() => control.query('select state, width, height from app.report_photos'))
    .toEqual(Array(3).fill({ state: 'pending', width: 1600, height: 1067 }))
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

test('a question is answered with the receipt from another phone, typed as written down', { tag: '@all' }, async ({
  control,
  newPhone,
  page,
}) => {
  await page.goto(`${address()}/en/report`)
  await report(page)
  await control.query(`update app.reports set state = 'needs_info', asked = 'Which side of the road?',
                       answer_by = app.now() + interval '14 days'`)
  const other = await newPhone()
  await other.goto(`${address()}/en/receipt`)
  await expectAccessible(other)
  await other.getByLabel('Receipt code').fill('2m7r5-qxko c9d3f')
  await other.getByRole('button', { name: 'Look up report' }).click()
  await expect(other.getByText('A code has 26 letters and digits.')).toBeVisible()
  await other.getByLabel('Receipt code').fill('3M7R5QXK0C9D3F8GHJNPTVWYZA')
  await other.getByRole('button', { name: 'Look up report' }).click()
  await expect(other.getByText('There is no report with this code')).toBeVisible()
  await other.getByLabel('Receipt code').fill('2m7r5-qxkOc-9d3f8-ghjnp-tvwyz-a')
  await other.getByRole('button', { name: 'Look up report' }).click()
  await expect(other.getByText('Which side of the road?')).toBeVisible()
  await other.getByLabel('Your answer').fill('The side towards town.')
  await other.getByRole('button', { name: 'Send answer' }).click()
  await expect(other.getByRole('heading', { name: 'A reviewer is checking it' })).toBeFocused()
  await expect
    .poll(() => control.query('select answer from app.reports'))
    .toEqual([{ answer: 'The side towards town.' }])
})

test('in Swahili, without an account: help, receipt, viewing and withdrawing', { tag: '@all' }, async ({
  control,
  page,
}) => {
  await page.goto(`${address()}/sw/report`)
  await page.getByRole('button', { name: words.categories.harassment }).click()
  await expect(page.getByRole('link', { name: /1195/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: swahili.report.quickExit })).toBeVisible()
  await expectAccessible(page)
  await chooseStage(page, 'Koja', swahili.report.orStage)
  await page.getByRole('button', { name: swahili.report.send }).click()
  await expect(page.getByText(swahili.report.receipt.kinds.review)).toBeVisible()
  await expect(page.getByRole('link', { name: /1195/ })).toBeVisible()
  await expectAccessible(page)
  const code = (await page.getByText(/^[0-9A-Z]{5}( [0-9A-Z]{1,5}){5}$/).textContent()) ?? ''

  await page.goto(`${address()}/sw/receipt`)
  await page.getByLabel(swahili.lookBack.code).fill(code.toLowerCase())
  await page.getByRole('button', { name: swahili.lookBack.look }).click()
  await expect(page.getByRole('heading', { name: swahili.lookBack.states.in_review })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: swahili.lookBack.withdraw }).click()
  await page.getByRole('button', { name: swahili.lookBack.withdrawNow }).click()
  await expect(page.getByRole('heading', { name: swahili.lookBack.states.withdrawn })).toBeVisible()
  await expect.poll(() => control.query('select state from app.reports')).toEqual([{ state: 'withdrawn' }])
})
