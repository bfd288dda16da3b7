import type { Page } from '@playwright/test'
import { crashNorthOfKoja } from '../support/report.ts'
import { address, expect, expectAccessible, test, watchErrors } from '../support/test.ts'

// Admins merge, split and retract public incidents, by keyboard alone.

async function press(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
}

/** Enters a reason in the open dialog and confirms; the dialog closes. */
async function giveReason(page: Page, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.type(reason)
  await dialog.getByRole('button', { name: button }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('two incidents are merged and split again, and one is retracted; riders see each change', async ({
  page,
  request,
  signIn,
}) => {
  const errors = watchErrors(page)
  const [one, other] = [await crashNorthOfKoja('amina', 0), await crashNorthOfKoja('baraka', 900)]
  expect(one).not.toBe(other)
  const asRider = async (id: string) => (await request.get(`${address()}/en/incidents/${id}`)).status()
  expect([await asRider(one), await asRider(other)]).toEqual([200, 200])
  await signIn(page, 'dalmas', 'admin')
  await page.goto(`${address('admin')}/en/incidents/${one}`)

  await expect(page.getByRole('button', { name: /^Crash\. .* away/ })).toBeVisible() // the other one, on the map
  await press(page, 'Merge into another…')
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await expectAccessible(page)
  await giveReason(page, 'One crash, told from two sides.', 'Merge incidents')
  await expect(page.getByText('Merged.')).toBeVisible()
  await expect(page.getByText('Merged into another incident.')).toBeVisible()
  expect([await asRider(one), await asRider(other)]).toEqual([410, 200])

  await press(page, 'Split…')
  await giveReason(page, 'They were two crashes.', 'Split incidents')
  await expect(page.getByText('The incidents are separate again.')).toBeVisible()
  expect([await asRider(one), await asRider(other)]).toEqual([200, 200])

  await press(page, 'Retract…')
  await giveReason(page, 'It did not happen.', 'Retract incident')
  await expect(page.getByText('Retracted.', { exact: true })).toBeVisible()
  expect([await asRider(one), await asRider(other)]).toEqual([410, 200])
  expect(errors).toEqual([])
})
