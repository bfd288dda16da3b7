import { submitEntryInApp } from '@salama/domain/collection-entries/contract'
import { getVehicle } from '@salama/domain/vehicles/contract'
import { page, render } from '@salama/ui/testing/browser.ts'
import type { FakeServer } from '@salama/ui/testing/fake-server.ts'
import { beforeEach, expect, test } from 'vitest'
import { App, fieldServer } from '@/testing.ts'
import { CollectPage } from './collect-page.tsx'

let server: FakeServer
beforeEach(() => {
  server = fieldServer()
  server.refuse(getVehicle, 'not_found', { status: 404 })
  server.answer(submitEntryInApp, submitEntryInApp.examples.reply)
})

/** Opens Chebet's form for the next vehicle. */
const open = async () => {
  const opened = await render(
    <App path="/collect">
      <CollectPage />
    </App>,
  )
  await expect.element(plate).toBeInTheDocument()
  return opened
}
const plate = page.getByLabelText('Number plate', { exact: true })
const sacco = page.getByRole('combobox', { name: 'Sacco or company' })
const routes = page.getByRole('combobox', { name: 'Routes' })
const seats = page.getByRole('textbox', { name: /^Seats/ })
const save = page.getByRole('button', { name: 'Save and next vehicle' })
const vehicles = () => server.sent(submitEntryInApp).map(({ body }) => submitEntryInApp.body.parse(body).vehicle)

test('a double press sends what was typed once', async () => {
  await open()
  await plate.fill('KDH 701A')
  await seats.fill('33')
  await save.dblClick()
  await expect.element(page.getByText('KDH 701A saved on this phone')).toBeVisible()
  await expect.poll(vehicles).toEqual([{ plate: 'KDH 701A', capacity: 33 }])
})

test('a typed sacco and route that were not chosen are named at their fields and kept', async () => {
  await open()
  await plate.fill('KDH 701A')
  await sacco.fill('kifaru d')
  await routes.fill('23')
  await save.click()
  await expect.element(sacco).toHaveFocus()
  await expect.element(sacco).toHaveAccessibleDescription(/Choose a sacco from the list, use the name as written/)
  await expect.element(routes).toHaveAccessibleDescription(/Choose a route from the list\./)
  await expect.element(sacco).toHaveValue('kifaru d')
  await expect.element(routes).toHaveValue('23')
  expect(vehicles()).toEqual([])
})

test('a sacco is sent as written, and a route of the list by its id', async () => {
  await open()
  await plate.fill('KDH 701A')
  await sacco.fill('kifaru d')
  await page.getByRole('button', { name: 'Use “kifaru d” as written' }).click()
  await routes.fill('44')
  await page.getByRole('option', { name: /Kahawa/ }).click()
  await save.click()
  await expect
    .poll(vehicles)
    .toEqual([{ plate: 'KDH 701A', sacco: { name: 'kifaru d' }, routeIds: ['20000000-0000-4000-8000-000000000044'] }])
})
