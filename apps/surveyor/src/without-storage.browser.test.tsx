import { submitVehicleCollectionEntry } from '@salama/domain/collection-entries/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { blockStorage, fillStorage, locationIs } from '@salama/ui/testing/phone.ts'
import { beforeEach, expect, test } from 'vitest'
import { CollectPage } from './collect/collect-page.tsx'
import { Background } from './offline/background.tsx'
import { App, fieldServer } from './testing.ts'

let server: FakeServer
beforeEach(() => {
  server = fieldServer()
  locationIs('denied')
})

const plate = page.getByLabelText('Number plate', { exact: true })
const save = page.getByRole('button', { name: 'Save and next vehicle' })
const plates = () =>
  server
    .sent(submitVehicleCollectionEntry)
    .map(({ body }) => submitVehicleCollectionEntry.body.parse(body).vehicle.plate)
const isLeavable = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test.each([
  ['blocked', blockStorage],
  ['full', fillStorage],
])('where storage is %s a vehicle is recorded and sent from the open page, which says so', async (_, without) => {
  server.lose(submitVehicleCollectionEntry)
  without()
  await render(
    <App path="/collect">
      <Background />
      <main className="px-4">
        <CollectPage />
      </main>
    </App>,
  )
  await plate.fill('KDH 701A')
  await save.click()
  await expect.element(page.getByText('KDH 701A recorded. Keep this page open until it is sent')).toBeVisible()
  await expect.element(page.getByText('Nothing is kept on this phone')).toBeVisible()
  await expect.element(plate).toHaveValue('')
  await expect.poll(plates).toEqual(['KDH 701A'])
  await expect.poll(isLeavable).toBe(false)

  server.answer(submitVehicleCollectionEntry, submitVehicleCollectionEntry.examples.reply)
  window.dispatchEvent(new Event('online'))
  await expect.poll(plates).toEqual(['KDH 701A', 'KDH 701A'])
  await expect.poll(isLeavable).toBe(true)
})
