import type { Page } from '@playwright/test'
import { CAST } from '@salama/testing'
import { crashNorthOfKoja } from '../support/report.ts'
import { address, expect, expectAccessible, responds, test, watchErrors } from '../support/test.ts'

// An admin decides on the wrong row and undoes it, by keyboard.

/** Opens the entry of Amina's report and marks it as a duplicate of the only other incident. */
async function markAsDuplicate(page: Page, entry: string): Promise<void> {
  await page.goto(`${address('admin')}/en/review/${entry}?do=duplicate`)
  await isShown(page)
  const choices = page.getByRole('radio')
  await expect(choices).toHaveCount(3) // the other incident, its report, and none; never the report's own incident
  await choices.first().focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Reason').selectOption('same_event')
  await page.getByRole('button', { name: 'Mark as duplicate' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Marked as a duplicate.')).toBeVisible()
}
const isShown = (page: Page) => expect(page.getByRole('group', { name: 'Duplicate of' })).toBeVisible()

async function openUndo(page: Page): Promise<void> {
  await responds(page)
  await page.getByRole('button', { name: 'Undo decision' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Undo decision' })).toBeVisible()
}

async function giveReason(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Undo decision' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Undo decision' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Decision undone. The entry is back in the queue.')).toBeVisible()
}

test('a mistaken duplicate decision is undone, and the incident is live again for riders', async ({
  control,
  page,
  request,
  signIn,
}) => {
  const errors = watchErrors(page)
  const [mine, other] = [await crashNorthOfKoja('amina', 0, 'some'), await crashNorthOfKoja('baraka', 900, 'some')]
  expect(mine).not.toBe(other)
  const asRider = async (id: string) => (await request.get(`${address()}/en/incidents/${id}`)).status()
  const [entry] = await control.query<{ id: string }>(
    `select e.id from app.review_entries e join app.reports r on r.id = e.subject_id where r.reporter_id = $1`,
    [CAST.amina.id],
  )
  const id = entry?.id ?? ''
  await signIn(page, 'dalmas', 'admin')

  await markAsDuplicate(page, id)
  expect([await asRider(mine), await asRider(other)]).toEqual([410, 200])
  await page.getByRole('link', { name: 'Undo decision' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/review/${id}`))
  await giveReason(page, 'I meant the line below.')
  expect([await asRider(mine), await asRider(other)]).toEqual([200, 200])
  await expect(page.getByText('I meant the line below.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo decision' })).toHaveCount(0)

  // Again, this time from the page of the decided entry.
  await markAsDuplicate(page, id)
  await page.goto(`${address('admin')}/en/review/${id}`)
  await expect(page.getByText(/Available until .* left\)/)).toBeVisible()
  await expectAccessible(page)
  await openUndo(page)
  await giveReason(page, 'The same slip again.')
  expect([await asRider(mine), await asRider(other)]).toEqual([200, 200])
  expect(errors).toEqual([])
})
