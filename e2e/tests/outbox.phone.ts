import type { Page } from '@playwright/test'
import { brokenNetwork } from '../support/network.ts'
import { installed } from '../support/offline.ts'
import { expectReceived, fillCrashAtKoja, RECEIVED, REPORTS, reportsAt, send, sendInVain } from '../support/report.ts'
import { address, expect, expectAccessible, test, watchErrors } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until this browser can open the app offline. */
async function install(page: Page): Promise<void> {
  await page.goto(`${address()}/en/report`)
  await installed(page)
}

/** How many lists or stages this browser has cached for offline use; it caches them when idle. */
const savedOnPhone = (page: Page, store: 'lists' | 'stages') =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('salama-rider.kept', 1)
        opening.onupgradeneeded = () => opening.transaction?.abort() // does not exist yet: the app creates it
        opening.onerror = () => resolve(0)
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count()
          counting.onsuccess = () => resolve(counting.result)
          opening.result.close()
        }
      }),
    store,
  )

test('a report written offline is saved, shown as not sent, and sent once when back online', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  await context.setOffline(true)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await expect(page.getByText('Saved on this phone, waiting to send')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => reportsAt(control)).toBe(0)
  await context.setOffline(false)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await expect.poll(() => reportsAt(control)).toBe(1)
})

test('a report survives a closed tab and is sent when the app is reopened', { tag: '@all' }, async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  const line = await sendInVain(page)
  await page.close()
  line.restore()
  const again = await context.newPage()
  await expectReceived(again)
  await expect.poll(() => reportsAt(control)).toBe(1)
})

test('a browser killed while sending retries, and the server stores the report once', { tag: '@all' }, async ({
  control,
  newPhone,
  signIn,
}) => {
  // Without a service worker, which would keep sending in the background.
  const page = await newPhone({ serviceWorkers: 'block' })
  const context = page.context()
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  // The server gets the request, its response never arrives, and the page is closed meanwhile.
  const line = await brokenNetwork(context, REPORTS, 'silent')
  await send(page)
  await expect(page.getByText('Sending…').first()).toBeVisible()
  await line.arrived
  await page.close()
  line.restore()
  await expect.poll(() => reportsAt(control)).toBe(1)
  const again = await context.newPage()
  await expectReceived(again)
  await expect.poll(() => reportsAt(control)).toBe(1)
})

test('two tabs send each report once', { tag: '@all' }, async ({ control, context, page, signIn }) => {
  await signIn(page, 'baraka')
  let answers = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/api/report-incident')) answers++
  })
  const line = await sendInVain(page)
  const other = await context.newPage()
  await other.goto(`${address()}/en/outbox`)
  await expect(other.getByText('Saved on this phone, waiting to send')).toBeVisible()
  line.restore()
  const backOnline = () => window.dispatchEvent(new Event('online'))
  await Promise.all([page.evaluate(backOnline), other.evaluate(backOnline)])
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await expect(other.getByText(/^Received \d\d:\d\d/)).toBeVisible()
  expect(answers).toBe(1)
  await expect.poll(() => reportsAt(control)).toBe(1)
})

test('a report written while signed in waits for that account, and is never sent as another', { tag: '@all' }, async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  const line = await sendInVain(page)
  await context.clearCookies()
  line.restore()
  await signIn(page, 'eve')
  await page.goto(`${address()}/en/outbox`)
  await expect(page.getByText('Saved on this phone, waiting for you to sign in')).toBeVisible()
  await expect.poll(() => reportsAt(control)).toBe(0)
  await context.clearCookies()
  await signIn(page, 'baraka')
  await expectReceived(page)
  await expect.poll(() => reportsAt(control)).toBe(1)
})

test('the app opens offline: the last list with its time, and the report form with saved stages', async ({
  context,
  page,
}) => {
  await install(page)
  await page.goto(`${address()}/en?lat=-1.2841&lng=36.8251`)
  await expect.poll(() => savedOnPhone(page, 'lists'), { timeout: 20_000 }).toBe(1)
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  const place = page.getByRole('combobox', { name: 'Or choose a stage or landmark' })
  await place.fill('Koja')
  await expect(page.getByRole('option', { name: 'Koja' }).first()).toBeVisible()
  await expect.poll(() => savedOnPhone(page, 'stages')).toBeGreaterThan(0)
  await context.setOffline(true)
  const errors = watchErrors(page)
  await page.goto(`${address()}/`)
  await expect(page).toHaveURL(/\/en\/offline/)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Around the city centre' })).toBeVisible()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${address()}/en/report`)
  await place.fill('zzqq')
  await expect(page.getByText(/^Search is not available. Offline/)).toBeVisible()
  await place.fill('koj')
  await page.getByRole('option', { name: 'Koja' }).first().click()
  expect(errors.filter((error) => !/Failed to (load|fetch)|ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([])
  await context.setOffline(false)
})

test('the service worker caches no personal data', { tag: '@all' }, async ({ context, page, signIn }) => {
  await install(page)
  await signIn(page, 'amina')
  await page.goto(`${address()}/en/account`)
  await page.goto(`${address()}/en`)
  await page.goto(`${address()}/en/report`)
  const kept = await page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(new URL(url).pathname)
    return found
  })
  expect(kept.length).toBeGreaterThan(5)
  expect(
    kept.filter(
      (path) =>
        !/^\/(_next\/static\/|vendor\/|basemap\/|time\.html$|(en|sw)\/(report|outbox|offline|ride|ride\/help)$)/.test(
          path,
        ),
    ),
  ).toEqual([])
  expect(context.serviceWorkers()).toHaveLength(1)
})
