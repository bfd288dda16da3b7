import { hazardAtKoja } from '../support/report.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

test('a phone without an account follows a main road, reads its news, and stops', async ({ control, page }) => {
  await control.query('truncate app.followers cascade')
  await page.goto(`${address()}/en/corridors/thika-road`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText(/Following\.|You’ll get alerts/)).toBeVisible()
  await hazardAtKoja()
  await control.query('select app.sweep()')
  await page.getByRole('link', { name: 'Open alerts' }).click()
  await expect(page.getByText('1 new alert')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Road hazard/ })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('News about the roads')).toBeVisible()
  await page.getByRole('button', { name: 'Stop following Thika Road' }).click()
  await expect(page.getByText('You don’t follow anything yet.')).toBeVisible()
})
