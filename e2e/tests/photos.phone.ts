import { brokenNetwork } from '../support/network.ts'
import { cameraPhoto, SECRET } from '../support/photo.ts'
import { chooseStage, expectReceived, fillCrashAtKoja, send, sendInVain } from '../support/report.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('without an account: photos are shrunk and lose their metadata, each shows its status, and the receipt opens the report', async ({
  control,
  page,
}) => {
  await fillCrashAtKoja(page)
  await expect(page.getByText('You don’t need an account.')).toBeVisible()
  await page.getByText('Add details or limit what others see').click()
  const photo = await cameraPhoto(page, 'crash.jpg')
  expect(photo.buffer.includes(SECRET)).toBe(true)
  await page.getByLabel('Add a photo').setInputFiles([photo, photo])
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByText('Add details or limit what others see').click()
  await expect(page.getByRole('img', { name: 'Photo 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove photo 2' }).click()
  await expect(page.getByRole('img', { name: 'Photo 2' })).toHaveCount(0)

  const sent: Buffer[] = []
  await page.route('**/api/report-incident/*/photos?*', async (route) => {
    sent.push(route.request().postDataBuffer() ?? Buffer.of())
    await route.continue()
  })
  await send(page)
  await expect(page.getByRole('heading', { name: /^Crash at Koja/ })).toBeVisible()
  await expect(page.getByText('Photo 1: received')).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.includes(SECRET)).toBe(false)
  expect(sent[0]?.length).toBeLessThanOrEqual(1_000_000)
  await expect
    .poll(() => control.query('select greatest(width, height) as longest, state from app.report_photos'))
    .toEqual([{ longest: 1600, state: 'pending' }])
  await expect.poll(() => control.query('select reporter_id from app.reports')).toEqual([{ reporter_id: null }])

  await expect(page.getByRole('heading', { name: 'Your receipt' })).toBeVisible()
  await expect(page.getByText(/It is shown only on this phone until tomorrow/)).toBeVisible()
  await page.getByText('Show the code').click()
  await expect(page.getByText(`Look up your report at ${new URL(address()).host}/en/receipt`)).toBeVisible()
  await expectAccessible(page)
  const code = (await page.getByText(/^[0-9A-Z]{5}( [0-9A-Z]{1,5}){5}$/).textContent()) ?? ''
  await page.goto(`${address()}/en/receipt#${code.replaceAll(' ', '')}`)
  await expect(page.getByText('Received and counted')).toBeVisible()
})

test('a photo whose upload fails waits on its own; the report is received', { tag: '@all' }, async ({
  control,
  context,
  page,
}) => {
  await fillCrashAtKoja(page)
  await page.getByText('Add details or limit what others see').click()
  await page.getByLabel('Add a photo').setInputFiles([await cameraPhoto(page, 'crash.jpg')])
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  const line = await brokenNetwork(context, '**/api/report-incident/*/photos?*')
  await send(page)
  await expect(page.getByRole('heading', { name: /^Crash at Koja/ })).toBeVisible()
  await expect(page.getByText('Photo 1: waiting to send')).toBeVisible()
  await expect.poll(() => control.query('select count(*)::int as n from app.report_photos')).toEqual([{ n: 0 }])
  line.restore()
  await page.goto(`${address()}/en/outbox`)
  await expect(page.getByText('Photo 1: received')).toBeVisible()
  await expect.poll(() => control.query('select count(*)::int as n from app.report_photos')).toEqual([{ n: 1 }])
})

test('a report written without an account is never sent as an account', { tag: '@all' }, async ({
  control,
  page,
  signIn,
}) => {
  const line = await sendInVain(page)
  await signIn(page, 'eve')
  await page.goto(`${address()}/en`)
  line.restore() // not before: a page without an account would send it
  await expectReceived(page)
  await expect.poll(() => control.query('select reporter_id from app.reports')).toEqual([{ reporter_id: null }])
  await page.getByRole('button', { name: 'Show receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Your receipt' })).toBeVisible()
  await expect(page.getByText(/^This was its status on \d+ \w+, \d\d:\d\d\./)).toBeVisible()
})

test('the receipt of a sensitive report is shown once, and this phone stores nothing of it', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Harassment' }).click()
  await chooseStage(page, 'Koja')
  await expect(page.getByText('You don’t need an account.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Sign in first/ })).toHaveCount(0)
  await send(page)
  await expect(page.getByText('It is shown only once')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave this page' })).toBeVisible()
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open('salama-rider.outbox')
          opening.onsuccess = () => {
            const reading = opening.result.transaction('items').objectStore('items').getAll()
            reading.onsuccess = () => resolve(JSON.stringify(reading.result) + JSON.stringify({ ...localStorage }))
          }
        }),
    )
  await expect.poll(kept).toContain('"receiptCode":null') // written a moment after it is shown
  await expectReceived(page)
  await expect(page.getByRole('button', { name: 'Show receipt' })).toHaveCount(0)
  await expect(page.getByText('Harassment')).toHaveCount(0)
  expect(await kept()).not.toContain('harassment')
  expect(await kept()).not.toContain('Koja')
})
