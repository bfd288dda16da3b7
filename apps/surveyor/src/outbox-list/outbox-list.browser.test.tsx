import { submitVehicleCollectionEntry } from '@salama/domain/collection-entries/contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { CollectPage } from '@/collect/collect-page.tsx'
import { App, entryOf, fieldServer, queued } from '@/testing.ts'
import { OutboxList } from './outbox-list.tsx'

let server: FakeServer
beforeEach(() => {
  server = fieldServer()
})

async function open() {
  const visits: Visits = []
  await render(
    <App path="/outbox" visits={visits}>
      <OutboxList />
    </App>,
  )
  return visits
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const bodies = () =>
  server.sent(submitVehicleCollectionEntry).map(({ body }) => submitVehicleCollectionEntry.body.parse(body))
const received = { ...submitVehicleCollectionEntry.examples.reply, repeated: false }

test('an empty outbox says so and leads to the form', async () => {
  const visits = await open()
  await expect.element(page.getByText('Nothing waiting to send')).toBeVisible()
  await page.getByRole('link', { name: 'Record a vehicle' }).click()
  await expect.poll(() => visits.at(-1)).toEqual({ to: '/en/collect', by: 'link' })
})

test('"Try now" sends what is queued, and the outbox counts what was received', async () => {
  server.answer(submitVehicleCollectionEntry, received)
  await queued(entryOf('KDH 701A'))
  await open()
  await expect.element(page.getByText('0 of 1 received')).toBeVisible()
  await button('Try now').click()
  await expect.element(page.getByText('1 of 1 received')).toBeVisible()
  await expect.element(page.getByText(/^Received \d\d:\d\d$/)).toBeVisible()
  expect(bodies()).toHaveLength(1)
})

test('offline "Try now" says so, and the entry stays', async () => {
  server.lose(submitVehicleCollectionEntry)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await queued(entryOf('KDH 701A'))
  await open()
  await button('Try now').click()
  await expect.element(page.getByText('You’re offline. It sends when you’re back online.')).toBeVisible()
  await expect.element(page.getByText('Saved on this phone. Sends when you’re back online.')).toBeVisible()
})

test('a refused entry comes first, says why, and can be sent again', async () => {
  server.refuse(submitVehicleCollectionEntry, 'unknown_stop')
  const outbox = await queued(entryOf('KDH 701A'))
  await outbox.flush({ eager: true })
  server.answer(submitVehicleCollectionEntry, received)
  await queued(entryOf('KDH 702A'))
  await open()
  const first = page.getByRole('listitem').first()
  await expect.element(first.getByText('Not accepted')).toBeVisible()
  await expect.element(first.getByRole('link', { name: 'Open KDH 701A' })).toBeVisible()
  await button('Send again').click()
  await expect.element(page.getByText('2 of 2 received')).toBeVisible()
  expect(bodies().map(({ vehicle }) => vehicle.plate)).toEqual(['KDH 701A', 'KDH 701A', 'KDH 702A'])
})

test('a refused entry is deleted only after a second press', async () => {
  server.refuse(submitVehicleCollectionEntry, 'unknown_stop')
  const outbox = await queued(entryOf('KDH 701A'))
  await outbox.flush({ eager: true })
  await open()
  await button('Delete').click()
  expect(await outbox.list()).toHaveLength(1)
  await button('Delete from this phone').click()
  await expect.element(page.getByText('Nothing waiting to send')).toBeVisible()
})

test('a correction that came after the decision can be sent as a new entry', async () => {
  server.refuse(submitVehicleCollectionEntry, 'invalid_transition', { status: 409 })
  const outbox = await queued(entryOf('KDH 701A', { revises: '8e1d5f42-9b6a-4c7d-a0e3-1f2a3b4c5d6e' }))
  await outbox.flush({ eager: true })
  server.answer(submitVehicleCollectionEntry, received)
  await open()
  await expect.element(page.getByText('It was decided or corrected before this arrived.')).toBeVisible()
  await button('Send as a new entry').click()
  await expect.element(page.getByText('1 of 1 received')).toBeVisible()
  expect(bodies().map(({ revises }) => revises)).toEqual(['8e1d5f42-9b6a-4c7d-a0e3-1f2a3b4c5d6e', undefined])
})

test('a refused entry opens in the form with everything it had, under the same id', async () => {
  server.refuse(submitVehicleCollectionEntry, 'unknown_stop')
  const vehicle = { plate: 'KDH 701A', capacity: 33, sacco: { name: 'Simba wa Njia' } }
  const outbox = await queued(entryOf('KDH 701A', { vehicle, note: 'Broken mirror' }))
  await outbox.flush({ eager: true })
  const visits = await open()
  await button('Edit').click()
  await expect.poll(() => visits.at(-1)).toEqual({ to: '/en/collect', by: 'push' })
  await expect.poll(() => outbox.list()).toEqual([])
  server.answer(submitVehicleCollectionEntry, received)
  await render(
    <App path="/collect">
      <CollectPage />
    </App>,
  )
  await expect.element(page.getByRole('textbox', { name: /^Note/ })).toHaveValue('Broken mirror')
  await page.getByRole('button', { name: 'Save and next vehicle' }).click()
  await expect.poll(() => bodies()).toHaveLength(2)
  expect(bodies()[1]).toMatchObject({ id: bodies()[0]?.id, vehicle, note: 'Broken mirror' })
})

test('a begun form is not overwritten by an entry that is opened again', async () => {
  server.refuse(submitVehicleCollectionEntry, 'unknown_stop')
  const outbox = await queued(entryOf('KDH 701A'))
  await outbox.flush({ eager: true })
  const form = await render(
    <App path="/collect">
      <CollectPage />
    </App>,
  )
  await page.getByLabelText('Number plate', { exact: true }).fill('KDH 999Z')
  await expect.element(page.getByText('Draft saved on this phone')).toBeVisible()
  await form.unmount()
  await open()
  await button('Edit').click()
  await expect
    .element(page.getByRole('alert').getByText('You have an unsaved vehicle in the form. Save it first.'))
    .toBeVisible()
  expect(await outbox.list()).toHaveLength(1)
})

test('an entry whose session has expired waits for a sign-in that leads back here', async () => {
  server.refuse(submitVehicleCollectionEntry, 'unauthenticated', { status: 401 })
  const outbox = await queued(entryOf('KDH 701A'))
  await outbox.flush({ eager: true })
  const visits = await open()
  await expect.element(page.getByText('Saved on this phone. Sign in to send it.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect.poll(() => visits.at(-1)?.to).toBe('/en/sign-in?callbackUrl=%2Fen%2Foutbox')
})

test('what the server says of an entry is shown beside it', async () => {
  server.answer(submitVehicleCollectionEntry, { ...received, seenBefore: true, late: true, contested: true })
  const outbox = await queued(entryOf('KDH 701A'))
  await outbox.flush({ eager: true })
  await open()
  await expect.element(page.getByText('This plate was already recorded that day.')).toBeVisible()
  await expect.element(page.getByText(/^It was received after the shift/)).toBeVisible()
  await expect.element(page.getByText(/^Someone else has claimed the assignment since\./)).toBeVisible()
})
