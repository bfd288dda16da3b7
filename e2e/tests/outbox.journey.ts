import type { BrowserContext, Page } from '@playwright/test'
import { chooseStage, fillCrashAtKoja, send } from '../support/report.ts'
import { address, expect, expectAccessible, test, watchErrors } from '../support/test.ts'

const rows = 'select count(*)::int as n from app.reports'
const RECEIVED = 'Others can see it now.'

/** Waits until this browser can open the app without a line. */
async function install(page: Page, locale = 'en'): Promise<void> {
  await page.goto(`${address()}/${locale}/report`)
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    const registration = await serviceWorker.ready
    if (!serviceWorker.controller)
      await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
    return registration.scope
  })
}

/** The way back from a page of a context that has lost its line. */
const offline = (context: BrowserContext, is: boolean) => context.setOffline(is)

test('a report that is written without a line is kept, said to be not sent, and arrives once when the line is back', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  await offline(context, true)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await expect(page.getByText('Saved on this phone, waiting for signal')).toBeVisible()
  await expectAccessible(page)
  expect(await control.query(rows)).toEqual([{ n: 0 }])
  await offline(context, false)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('a report survives a closed tab, and goes when Salama is opened again', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await context.route('**/api/report-incident', (route) => route.abort('internetdisconnected'))
  await fillCrashAtKoja(page)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await page.close()
  await context.unroute('**/api/report-incident')
  const again = await context.newPage()
  await again.goto(`${address()}/en/outbox`)
  await expect(again.getByText(/^Received \d\d:\d\d/)).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('a browser that is killed in the middle of sending sends again, and the server has it once', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  // The request arrives, the answer never does, and meanwhile the page is gone.
  const arrived = Promise.withResolvers<void>()
  await context.route('**/api/report-incident', async (route) => {
    await route.fetch()
    arrived.resolve()
  })
  await send(page)
  await expect(page.getByText('Sending…').first()).toBeVisible()
  await arrived.promise
  await page.close()
  await context.unroute('**/api/report-incident')
  expect(await control.query(rows)).toEqual([{ n: 1 }])
  const again = await context.newPage()
  await again.goto(`${address()}/en/outbox`)
  await expect(again.getByText(/^Received \d\d:\d\d/)).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('two tabs send each report once', async ({ control, context, page, signIn }) => {
  await signIn(page, 'baraka')
  let requests = 0
  let line = false
  await context.route('**/api/report-incident', async (route) => {
    if (!line) return route.abort('internetdisconnected')
    requests++
    await route.continue()
  })
  await fillCrashAtKoja(page)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${address()}/en/outbox`)
  await expect(other.getByText('Saved on this phone, waiting for signal')).toBeVisible()
  line = true
  const backOnline = () => window.dispatchEvent(new Event('online'))
  await Promise.all([page.evaluate(backOnline), other.evaluate(backOnline)])
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await expect(other.getByText(/^Received \d\d:\d\d/)).toBeVisible()
  expect(requests).toBe(1)
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('a full phone says that it could not save, and the report still arrives from the open page', async ({
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  // What a full phone does: the browser refuses to write.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await page.route('**/api/report-incident', (route) => route.abort('internetdisconnected'))
  await send(page)
  await expect(page.getByText('Could not save on this phone')).toBeVisible()
  await expect(page.getByText('There is no room left on it.')).toBeVisible()
  await expect(page.getByText('Not sent yet')).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 0 }])
  await expectAccessible(page)
  await page.unroute('**/api/report-incident')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(RECEIVED)).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('on a slow line the report says that it is being sent until it has arrived', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await fillCrashAtKoja(page)
  const slow = await context.newCDPSession(page)
  await slow.send('Network.enable')
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: 6_000,
    uploadThroughput: 3_000,
  })
  await send(page)
  await expect(page.getByText('Sending…').first()).toBeVisible()
  await expect(page.getByText(RECEIVED)).toHaveCount(0)
  await expect(page.getByText(RECEIVED)).toBeVisible({ timeout: 40_000 })
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('a report that the server refuses stays, with the reason, and can be changed and sent', async ({
  control,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await page.goto(`${address()}/en/report`)
  await page.getByRole('button', { name: 'Road hazard' }).click()
  await chooseStage(page, 'Koja')
  await page.getByRole('button', { name: 'Code on the sticker' }).click()
  await page.getByRole('textbox', { name: 'Code on the sticker' }).fill('V-NOSUCH')
  await page.getByRole('button', { name: 'Take this vehicle' }).click()
  await send(page)
  await expect(page.getByText('The report was not taken')).toBeVisible()
  await page.goto(`${address()}/en/outbox`)
  await expect(page.getByText('The report was not taken')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByText('We know no such vehicle')).toBeVisible()
  await page.getByRole('button', { name: 'Change the vehicle' }).click()
  await page.getByRole('button', { name: 'No vehicle, or not known' }).click()
  await send(page)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('what was written while signed in waits for that person, and is sent in nobody else’s name', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'baraka')
  await context.route('**/api/report-incident', (route) => route.abort('internetdisconnected'))
  await fillCrashAtKoja(page)
  await send(page)
  await expect(page.getByRole('heading', { name: 'Not sent yet' })).toBeVisible()
  await context.clearCookies()
  await context.unroute('**/api/report-incident')
  await signIn(page, 'eve')
  await page.goto(`${address()}/en/outbox`)
  await expect(page.getByText('Saved on this phone, waiting for you to sign in')).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 0 }])
  await context.clearCookies()
  await signIn(page, 'baraka')
  await page.goto(`${address()}/en/outbox`)
  await expect(page.getByText(/^Received \d\d:\d\d/)).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 1 }])
})

test('a report that waits is asked about before it is erased', async ({ control, context, page, signIn }) => {
  await signIn(page, 'baraka')
  await context.route('**/api/report-incident', (route) => route.abort('internetdisconnected'))
  await fillCrashAtKoja(page)
  await send(page)
  await page.getByRole('link', { name: 'All reports on this phone' }).click()
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByText('Nothing waits on this phone')).toBeVisible()
  await expectAccessible(page)
  await context.unroute('**/api/report-incident')
  await page.reload()
  await expect(page.getByText('Nothing waits on this phone')).toBeVisible()
  expect(await control.query(rows)).toEqual([{ n: 0 }])
})

for (const [locale, words] of [
  [
    'en',
    { offline: 'You are offline', category: 'What happened?', place: 'Or a stage or landmark', road: 'Road hazard' },
  ],
  [
    'sw',
    {
      offline: 'Huna mtandao',
      category: 'Nini kimetokea?',
      place: 'Au steji au mahali panapojulikana',
      road: 'Hatari barabarani',
    },
  ],
] as const)
  test(`the app opens without a line in ${locale}: the last list with its time, and the report with known stages`, async ({
    control: _,
    context,
    page,
  }) => {
    await install(page, locale)
    await page.goto(`${address()}/${locale}?lat=-1.2812&lng=36.8226`)
    await page.waitForTimeout(2_500) // the list is kept when the page has nothing else to do
    await page.goto(`${address()}/${locale}/report`)
    await page.getByRole('button', { name: words.road }).click()
    await page.getByRole('combobox', { name: words.place }).fill('Koja')
    await expect(page.getByRole('option', { name: 'Koja' }).first()).toBeVisible()
    await page.waitForTimeout(500)
    await offline(context, true)
    const errors = watchErrors(page)
    await page.goto(`${address()}/`)
    await expect(page).toHaveURL(new RegExp(`/${locale}/offline`))
    await expect(page.getByRole('heading', { name: words.offline })).toBeVisible()
    await expect(page.getByText(locale === 'en' ? /^As of / : /^Kufikia /)).toBeVisible()
    await expectAccessible(page)
    await page.goto(`${address()}/${locale}/report`)
    await page.getByRole('combobox', { name: words.place }).fill('koj')
    await page.getByRole('option', { name: 'Koja' }).first().click()
    expect(errors.filter((error) => !/Failed to (load|fetch)|ERR_INTERNET_DISCONNECTED/.test(error))).toEqual([])
    await offline(context, false)
  })

test('nothing of a person is kept by the service worker', async ({ control: _, context, page, signIn }) => {
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
    kept.filter((path) => !/^\/(_next\/static\/|vendor\/|nairobi\.html$|(en|sw)\/(report|outbox|offline)$)/.test(path)),
  ).toEqual([])
  expect(context.serviceWorkers()).toHaveLength(1)
})
