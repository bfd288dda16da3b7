import { fillCrashAtKoja, nearKoja, RECEIVED, send } from '../support/report.ts'
import { expect, test } from '../support/test.ts'

test('two riders report one crash; both see one corroborated incident, on the list and on the map', async ({
  control,
  newPhone,
  signIn,
}) => {
  const amina = await newPhone()
  await signIn(amina, 'amina')
  await fillCrashAtKoja(amina)
  await send(amina)
  await expect(amina.getByText(RECEIVED)).toBeVisible()

  await amina.getByRole('link', { name: 'See it on the map' }).click()
  await expect(amina.getByText('Not confirmed yet').first()).toBeVisible()
  await expect(amina.getByText(/1 rider/).first()).toBeVisible()

  await control.shiftClock('2 minutes')
  const baraka = await newPhone()
  await signIn(baraka, 'baraka')
  await fillCrashAtKoja(baraka)
  await send(baraka)
  await expect(baraka.getByText(RECEIVED)).toBeVisible()

  for (const page of [amina, baraka]) {
    await page.goto(nearKoja())
    const entries = page.getByRole('main').getByRole('listitem')
    await expect(entries).toHaveCount(1)
    await expect(entries.first()).toContainText('Crash')
    await expect(entries.first()).toContainText('Near Koja')
    await expect(entries.first()).toContainText('2 riders')
    await expect(entries.first()).toContainText('Confirmed by riders')
    await expect(page.locator('[data-map]').getByRole('button', { name: /^Crash/ })).toHaveCount(1)
  }
  await expect.poll(() => control.query('select count(*)::int as n from app.incidents')).toEqual([{ n: 1 }])
})
