import {
  getCollectionEntry,
  submitVehicleCollectionEntry,
  withdrawCollectionEntry,
} from '@salama/domain/collection-entries/contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, pressTwice, render } from '@salama/ui/testing/browser.ts'
import { expect, test } from 'vitest'
import { CollectPage } from '@/collect/collect-page.tsx'
import { App, entryOf, fieldServer, queued, serverEntry } from '@/testing.ts'
import { EntryPage } from './entry-page.tsx'

async function open(id: string) {
  const visits: Visits = []
  await render(
    <App path={`/entry?id=${id}`} visits={visits}>
      <EntryPage />
    </App>,
  )
  return visits
}
const button = (name: string) => page.getByRole('button', { name })
const entry = serverEntry({ vehicle: { plate: 'KDQ 701A', capacity: 14 } })

test('an entry that is not decided is withdrawn after a question, once', async () => {
  const server = fieldServer({ entries: [entry] })
  server.answer(withdrawCollectionEntry, { ...withdrawCollectionEntry.examples.reply })
  await open(entry.id)
  await button('Withdraw entry').click()
  await expect.element(page.getByRole('alert')).toHaveFocus()
  await button('Keep it').click()
  await button('Withdraw entry').click()
  await pressTwice(button('Yes, withdraw'))
  await expect.poll(() => server.sent(withdrawCollectionEntry)).toHaveLength(1)
  expect(server.sent(withdrawCollectionEntry)[0]?.params).toEqual({ id: entry.id })
})

test('an offline withdrawal is kept, the page says so, and cannot be pressed again', async () => {
  const server = fieldServer({ entries: [entry] })
  server.lose(withdrawCollectionEntry)
  await open(entry.id)
  await button('Withdraw entry').click()
  await button('Yes, withdraw').click()
  await expect.element(page.getByText(/^Withdrawal saved on this phone\./)).toBeVisible()
  await expect.element(button('Withdraw entry')).not.toBeInTheDocument()
})

test('a decided entry shows what the reviewer said, and can no longer be changed', async () => {
  const decision = { decidedAt: entry.receivedAt, reason: 'duplicate', note: null, facts: [], reservedUntil: null }
  fieldServer({ entries: [{ ...entry, state: 'rejected', decision }] })
  await open(entry.id)
  await expect.element(page.getByText('It is a duplicate of another entry.')).toBeVisible()
  await expect.element(page.getByText('It is decided and can no longer be changed.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Correct entry' })).not.toBeInTheDocument()
})

test('an entry that was never sent is deleted from the phone after a question, and not from the server', async () => {
  const server = fieldServer()
  const outbox = await queued(entryOf('KDQ 712A'), entry.id)
  const visits = await open(entry.id)
  await button('Delete').click()
  await expect.element(page.getByText('The vehicle and its photos are removed.')).toBeVisible()
  await button('Yes, delete').click()
  await expect.poll(() => visits.at(-1)).toEqual({ to: '/en/entries', by: 'push' })
  await expect.poll(() => outbox.list()).toEqual([])
  expect(server.sent(withdrawCollectionEntry)).toEqual([])
})

test('an entry that waits is edited in the form, and sent once, as it is now', async () => {
  const server = fieldServer()
  const outbox = await queued(entryOf('KDQ 711A'), entry.id)
  const visits = await open(entry.id)
  await button('Edit').click()
  await expect.poll(() => visits.at(-1)).toEqual({ to: '/en/collect', by: 'push' })
  await expect.poll(() => outbox.list()).toEqual([])
  server.answer(submitVehicleCollectionEntry, submitVehicleCollectionEntry.examples.reply)
  await render(
    <App path="/collect">
      <CollectPage />
    </App>,
  )
  await page.getByRole('textbox', { name: /^Seats/ }).fill('51')
  await button('Save and next vehicle').click()
  const sent = () =>
    server.sent(submitVehicleCollectionEntry).map(({ body }) => submitVehicleCollectionEntry.body.parse(body))
  await expect.poll(sent).toMatchObject([{ id: entry.id, vehicle: { plate: 'KDQ 711A', capacity: 51 } }])
})

test('an entry that may have arrived is deleted on the server as well', async () => {
  const server = fieldServer()
  server.lose(submitVehicleCollectionEntry)
  const outbox = await queued(entryOf('KDQ 712A'), entry.id)
  await outbox.flush({ eager: true })
  server.answer(withdrawCollectionEntry, withdrawCollectionEntry.examples.reply)
  await open(entry.id)
  await button('Delete').click()
  await button('Yes, delete').click()
  await expect.poll(() => server.sent(withdrawCollectionEntry).map(({ params }) => params)).toEqual([{ id: entry.id }])
})

test('an entry of somebody else is not found; offline the page says that instead', async () => {
  const server = fieldServer()
  server.refuse(getCollectionEntry, 'not_found', { status: 404 })
  await open('0c000000-0000-4000-8000-000000000001')
  await expect.element(page.getByText('Entry not found')).toBeVisible()
})

test('an entry that this phone does not have says offline that it needs a connection', async () => {
  const server = fieldServer()
  server.lose(getCollectionEntry)
  await open('0c000000-0000-4000-8000-000000000001')
  await expect.element(page.getByText('This entry is not saved on this phone')).toBeVisible()
})
