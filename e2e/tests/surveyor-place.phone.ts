import { expectArrived, install, newDay, record, startRecording } from '../support/field.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test('a phone that does not say where it is, without signal: the stage is named from those that it keeps', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await newDay(control)
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await startRecording(page)
  await expect(page.getByText('By any name, also a short one.')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add where I am' }).click()
  await expect(page.getByText('This phone does not say where it is.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Name of the stage' }).fill('Odeon')
  await page.getByRole('option', { name: 'Odeon' }).first().click()
  await expect(page.getByText('The stage is kept: Odeon')).toBeVisible()
  await expectAccessible(page)
  await record(page, 'KDA 321B')
  await context.setOffline(false)
  await expectArrived(page, 2)
  const [entry] = await control.query(
    `select s.name from app.collection_entries e join app.stops s on s.id = (e.place).stop_id where e.plate_key = 'KDA321B'`,
  )
  expect(entry).toEqual({ name: 'Odeon' })
})
