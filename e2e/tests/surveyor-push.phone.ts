import { startPushService } from '@salama/push/testing/push-service.ts'
import { ensureChromium } from '../../packages/processes/src/chromium.mjs'
import config from '../playwright.config.ts'
import { stack } from '../support/env.ts'
import { expectSame, install, open, record, startRecording } from '../support/field.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

// The headless shell has no notifications.
test.use({ serviceWorkers: 'allow', launchOptions: { ...config.use?.launchOptions, executablePath: ensureChromium() } })

test('a surveyor turns notifications on, hears of a returned entry, opens it from there, and turns them off', {
  tag: '@all',
}, async ({ context, control, page, signIn }) => {
  const plate = 'KDN 710B'
  const service = await startPushService(stack().pushPort)
  await context.grantPermissions(['notifications'], { origin: address('surveyor') })
  // Chromium would ask Google for an endpoint; the rest is the browser's and the app's own.
  const { endpoint, p256dh, auth } = service.subscription
  await page.addInitScript(
    (json) => {
      const KEY = 'test.subscribed'
      const subscription = {
        toJSON: () => json,
        endpoint: json.endpoint,
        unsubscribe: async () => {
          localStorage.removeItem(KEY)
          return true
        },
      }
      PushManager.prototype.subscribe = async () => {
        localStorage.setItem(KEY, 'yes')
        return subscription as unknown as PushSubscription
      }
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem(KEY) === null ? null : (subscription as unknown as PushSubscription)
    },
    { endpoint, keys: { p256dh, auth } },
  )
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  const worker = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await worker.send('ServiceWorker.enable')
  await startRecording(page)
  await record(page, plate)
  await expectSame(page, control, 1)
  await open(page)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText('On. This phone tells you of new and changed assignments')).toBeVisible()
  await expectAccessible(page)
  const deliver = async (message: unknown) =>
    worker.send('ServiceWorker.deliverPushMessage', {
      origin: address('surveyor'),
      registrationId: await registered,
      data: JSON.stringify(message),
    })
  await control.work()
  const [first] = service.received.splice(0)
  await deliver(first?.message)
  const proven = () => control.query('select from app.push_subscriptions where proven_at is not null')
  await expect.poll(proven).toHaveLength(1)
  await control.query(
    `select app.decide_collection_entry(r, 'changes_requested',
              '{"reasonCode": "facts_wrong", "note": "Count the seats again.", "edits": {"facts": ["capacity"]}}',
              '0a000000-0000-4000-8000-000000000004')
       from app.review_entries r join app.collection_entries e on e.id = r.subject_id where e.plate_key = $1`,
    [plate.replace(' ', '')],
  )
  await control.work()
  expect(service.received).toHaveLength(1)
  const [{ message } = { message: null }] = service.received
  expect(message).toMatchObject({
    title: 'An entry was returned to you',
    body: 'Open it to read what the reviewer wrote.',
    url: expect.stringMatching(/^\/en\/collect\?revises=/),
  })
  expect(JSON.stringify(message)).not.toContain(plate)
  await deliver(message)
  const shown = () =>
    page.evaluate(async () => {
      const notifications = await (await navigator.serviceWorker.ready).getNotifications()
      return notifications.map(({ title, data }) => ({ title, url: String(Reflect.get(Object(data), 'url')) }))
    })
  const titles = async () => (await shown()).map(({ title }) => title).toSorted()
  await expect.poll(titles).toEqual(['An entry was returned to you', 'Notifications are on'])
  const url = (await shown()).find(({ title }) => title === 'An entry was returned to you')?.url
  await page.goto(`${address('surveyor')}${url}`)
  await expect(page.getByText('Count the seats again.')).toBeVisible()
  await open(page)
  await page.getByRole('button', { name: 'Turn off notifications' }).click()
  await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible()
  await expect.poll(() => control.query('select from app.push_subscriptions')).toEqual([])
  await service.close()
})
