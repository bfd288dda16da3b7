import { address, expect, expectAccessible, test } from '../support/test.ts'

test('a trip is shared by a link, watched on another phone, and its end leaves nothing', async ({
  control,
  context,
  page,
  newPhone,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -1.2812, longitude: 36.8226, accuracy: 12 })
  await page.goto(`${address()}/en/ride?vehicle=KZZ101D`)
  await expect(page.getByText('KZZ 101D')).toBeVisible()
  await expectAccessible(page)
  await page.evaluate(() => {
    const share = async ({ url }: ShareData) => {
      document.documentElement.dataset.shared = url
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await page.getByRole('button', { name: 'Share my trip' }).click()
  await expect(page.getByText('Last sent at')).toBeVisible()
  const link = new URL((await page.locator('html').getAttribute('data-shared')) ?? '')
  const [row] = await control.query('select * from app.shared_trips')
  for (const never of [link.hash.slice(1), 'KZZ101D', '36.8226']) expect(JSON.stringify(row)).not.toContain(never)

  const watcher = await newPhone()
  const sent: string[] = []
  watcher.on('request', (request) => {
    if (!request.isNavigationRequest()) sent.push(`${request.url()} ${JSON.stringify(request.headers())}`)
  })
  const opened = await watcher.goto(link.href)
  expect(opened?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  await expect(watcher.getByText('KZZ 101D')).toBeVisible()
  await expect(watcher.getByText('Seen just now')).toBeVisible()
  await expectAccessible(watcher)
  expect(sent.filter((request) => request.includes(link.hash.slice(1)))).toEqual([])

  await page.getByRole('button', { name: 'End ride' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Last sent at')).toBeVisible()
  await page.getByRole('button', { name: 'End ride' }).click()
  await page.reload()
  await expect.poll(() => control.query('select from app.shared_trips')).toEqual([])
  const failed: string[] = []
  watcher.on('console', (message) => void (message.type() === 'error' && failed.push(message.text())))
  await watcher.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(watcher.getByRole('heading', { name: 'The trip has ended' })).toBeVisible()
  expect(failed).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('salama-rider.ride'))).toBeNull()
})
