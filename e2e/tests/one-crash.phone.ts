import { apiAs } from '../support/api.ts'
import { fillCrashAtKoja, nearKoja, RECEIVED, send } from '../support/report.ts'
import { KOJA } from '../support/review.ts'
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
  expect(await control.query('select count(*)::int as n from app.incidents')).toEqual([{ n: 1 }])
})

test('another user reads a reported incident as JSON with a token', async ({ control: _, page, signIn }) => {
  await signIn(page, 'amina')
  await fillCrashAtKoja(page)
  await send(page)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  const eve = await apiAs('eve')
  const { data } = await eve.GET('/api/v1/incidents/nearby', { params: { query: { lat: KOJA.lat, lng: KOJA.lng } } })
  expect(data?.data).toMatchObject([{ category: 'crash', placeName: 'Koja', reports: 1 }])
  expect(JSON.stringify(data)).not.toContain('amina')
})
