import { createVehicle } from '@salama/domain/vehicle-records/manage-contract'
import type { Visits } from '@salama/ui/testing/app.tsx'
import { page, render } from '@salama/ui/testing/browser.ts'
import { type FakeServer, fakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, atDesk } from '@/testing.tsx'
import { CreateVehicle } from './vehicle-forms.tsx'

const made = createVehicle.reply.parse(createVehicle.examples.reply)

let server: FakeServer
beforeEach(async () => {
  await atDesk()
  server = fakeServer()
  server.answer(createVehicle, made)
})

async function open() {
  const visits: Visits = []
  await render(
    <App path="/vehicles" visits={visits}>
      <CreateVehicle />
    </App>,
  )
  await page.getByText('New vehicle').click()
  return visits
}
const plate = page.getByLabelText('Plate')
const seats = page.getByLabelText('Seats')
const create = page.getByRole('button', { name: 'Create vehicle' })
const sent = () => server.sent(createVehicle)

test('errors come at their fields, and what was typed stays', async () => {
  await open()
  await create.click()
  await expect.element(plate).toHaveFocus()
  await seats.fill('900')
  await plate.fill('K')
  await create.click()
  await expect.element(plate).toHaveAccessibleDescription(/Enter a plate like KDA 123A/)
  await expect.element(seats).toHaveAccessibleDescription(/Enter a whole number from 1 to 200/)
  await expect.element(seats).toHaveValue('900')
  expect(sent()).toEqual([])
})

test('a double press creates one vehicle and opens it', async () => {
  const release = server.hold(createVehicle, made)
  const visits = await open()
  await plate.fill('KDA 123A')
  await create.dblClick()
  await expect.element(create).toBeDisabled()
  release()
  await expect.poll(() => visits.at(-1)?.to).toBe(`/en/vehicles/${made.id}`)
  expect(sent()).toHaveLength(1)
})

test('an unusual plate has to be compared, again for each other one', async () => {
  await open()
  await plate.fill('AB12')
  await expect.element(create).toBeDisabled()
  const compared = page.getByLabelText('I compared it: the plate is right')
  await compared.click()
  await expect.element(create).toBeEnabled()
  await plate.fill('AB13')
  await expect.element(create).toBeDisabled()
  await compared.click()
  await create.click()
  await expect
    .poll(() => sent().map(({ body }) => createVehicle.body.parse(body)))
    .toMatchObject([{ plate: 'AB13', unusualPlate: true }])
})

test('after a lost answer the same vehicle is asked for again, a changed one anew', async () => {
  server.lose(createVehicle)
  await open()
  await plate.fill('KDA 123A')
  await create.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await create.click()
  await expect.poll(sent).toHaveLength(2)
  await expect.element(create).toBeEnabled()
  await seats.fill('14')
  await create.click()
  await expect.poll(sent).toHaveLength(3)
  const keys = sent().map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
