import { expectArrived, install, open, startWork } from '../support/field.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

// The counter of an assignment.

test('a stage count survives a reload, is undone, paused and finished, and counts for its assignment', async ({
  control,
  context,
  page,
  signIn,
}) => {
  await signIn(page, 'chebet', 'surveyor')
  await install(page)
  await open(page, '/assignments')
  await page.getByRole('button', { name: 'Details Odeon' }).click()
  await page.getByRole('button', { name: 'Claim it for 2 hours' }).click()
  await expect(page.getByText('0 of 120 minutes counted')).toBeVisible()
  await startWork(page)
  // The lists of stages and routes are on the phone.
  await open(page, '/collect')
  await expect(page.getByLabel('Number plate', { exact: true })).toBeVisible()
  await expect(page.getByText('The list is not loaded yet.')).toHaveCount(0)
  await open(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Open counter' }).click()
  await expect(page.getByText('Counts for Odeon: morning peak')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start counting' }).click()
  const total = page.getByTestId('total')
  const other = page.getByRole('button', { name: /^Other/ })
  const first = page.getByRole('list', { name: 'Routes' }).getByRole('button').first()
  await first.click()
  await first.click()
  await other.click()
  await expect(total).toHaveText('3')
  await page.reload()
  await expect(total).toHaveText('3')
  await page.getByRole('button', { name: 'Undo Other' }).click()
  await expect(total).toHaveText('2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(first).toBeDisabled()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Finish count' }).click()
  await expect(page.getByText(/120 minutes are still missing|119 minutes are still missing/)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, finish' }).click()
  await expect(page.getByText(/2 vehicles in \d minutes saved on this phone/)).toBeVisible()
  await open(page)
  await expect(page.getByText('2 vehicles counted')).toBeVisible()
  await page.getByRole('button', { name: 'Finish assignment' }).click()
  await expect(page.getByText(/1(20|19) minutes of counting/).last()).toBeVisible()
  await page.getByRole('button', { name: 'Finish anyway' }).click()
  await expect(page.getByText('Assignment finished')).toBeVisible()
  await context.setOffline(false)
  await expectArrived(page, 3)
  const counts = () =>
    control.query(`select jsonb_array_length(c.taps) as taps, s.state, c.taps -> 0 ->> 'routeId' is not null as has_route
                     from app.stage_counts c join app.assignment_slots s on s.token = c.token`)
  await expect.poll(counts).toEqual([{ taps: 2, state: 'approved', has_route: true }])
})
