import {
  atServer,
  endWork,
  expectArrived,
  expectSame,
  install,
  open,
  picture,
  record,
  startRecording,
  startWork,
} from '../support/field.ts'
import { brokenNetwork } from '../support/network.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// Broken connections delay field work but lose no data.

test('a day offline: 60 vehicles with photos are sent once, in order, with nothing lost', { tag: '@all' }, async ({
  control,
  context,
  page,
  signIn,
}) => {
  test.setTimeout(420_000)
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Odeon' }).click()
  await page.getByRole('button', { name: 'Claim it for 12 hours' }).click()
  await expect(page.getByText(/Yours for 1[12] h/)).toBeVisible()
  const photo = await picture(page, 1)
  await context.setOffline(true)
  await startWork(page)
  await expect(page.getByText('The start is saved on this phone')).toBeVisible()
  await expect(page.getByText(/Yours for 1[12] h/)).toBeVisible()
  await open(page, '/collect')
  for (let n = 0; n < 60; n++) await record(page, `KDA ${100 + n}A`, photo)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Record a vehicle' })).toBeVisible()
  await open(page)
  await expect(page.getByText('60 vehicles recorded').first()).toBeVisible()
  await page.getByRole('button', { name: 'Finish assignment' }).click()
  await page.getByRole('button', { name: 'Finish anyway' }).click()
  await expect(page.getByText('Assignment finished')).toBeVisible()
  await expect(page.getByText('Saved on this phone. Sends when you’re back online.', { exact: true })).toBeVisible()
  await endWork(page)
  await expect(page.getByText('63 items are waiting to send.')).toBeVisible()
  await open(page, '/outbox')
  await expect(page.getByText('0 of 63 received')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('63 of 63 received')).toBeVisible({ timeout: 240_000 })
  await expectSame(page, control, 60, 60)
  await expect.poll(() => atServer(control)).toMatchObject({ state: 'ended', late: 0 })
  const slots = () =>
    control.query(`select s.state, count(e.id)::int as entries from app.assignment_slots s
                     join app.collection_entries e on e.token = s.token group by s.id`)
  await expect.poll(slots).toEqual([{ state: 'submitted', entries: 60 }])
})

test('a tab killed during an upload retries, and the server stores each entry once', async ({
  control,
  newPhone,
  signIn,
}) => {
  // Without a service worker, which would keep sending in the background.
  const page = await newPhone({ serviceWorkers: 'block' })
  const context = page.context()
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  // The server gets the request, its response never arrives, and the page is closed meanwhile.
  const line = await brokenNetwork(context, '**/api/submissions', 'silent', 'POST')
  await open(page, '/collect')
  await record(page, 'KDB 101A')
  await line.arrived
  await page.close()
  line.restore()
  await expect.poll(() => atServer(control)).toMatchObject({ entries: 1 })
  const again = await context.newPage()
  await expectArrived(again, 2)
  await expectSame(again, control, 1)
})

test('a connection that breaks during a photo upload loses no data', { tag: '@all' }, async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await startWork(page)
  const line = await brokenNetwork(context, '**/photos?*', 'deaf')
  await open(page, '/collect')
  await record(page, 'KDB 102A', await picture(page, 2))
  await open(page, '/outbox')
  await expect(page.getByText(/Received .*Photos are still sending/)).toBeVisible()
  line.restore() // It is sent automatically now, or when the page is reopened.
  await open(page, '/outbox')
  await expect(page.getByText('1 of 1 photos received.')).toBeVisible()
  await expectSame(page, control, 1, 1)
})

test('two devices of one surveyor share one session, and both show it', { tag: '@all' }, async ({
  control,
  page,
  newPhone,
  signIn,
}) => {
  const other = await newPhone()
  await signIn(page, 'chebet', 'surveyor')
  await signIn(other, 'chebet', 'surveyor')
  await install(other)
  await other.context().setOffline(true)
  await startRecording(other)
  await record(other, 'KDC 201A')
  await startRecording(page)
  await record(page, 'KDC 202A')
  await expect.poll(() => atServer(control)).toMatchObject({ entries: 1 }) // the first to arrive is the one that stays
  await other.context().setOffline(false)
  await open(other, '/outbox')
  await expect(other.getByText('You started on another device')).toBeVisible()
  await expect(other.getByText('2 of 2 received')).toBeVisible()
  for (const phone of [page, other]) {
    await open(phone, '/session')
    await expect(phone.getByText('1 on this phone')).toBeVisible()
    await expect(phone.getByText('2 on the server')).toBeVisible()
    await expect(phone.getByText('1 is from another device.')).toBeVisible()
  }
  await expect.poll(() => atServer(control)).toMatchObject({ entries: 2, state: 'open' })
  await open(page)
  await endWork(page)
  await expect(page.getByRole('heading', { name: 'Shift not started' })).toBeVisible()
  await open(other)
  await expect(other.getByRole('heading', { name: 'Shift not started' })).toBeVisible()
})
