import { hazardAtKoja } from '../support/report.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'
import { PLATE, STICKER } from '../support/vehicles.ts'

test('a phone without an account follows a main road, reads its news, and stops', async ({ control, page }) => {
  await page.goto(`${address()}/en/corridors/thika-road`)
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(page.getByText(/Following\.|You’ll get alerts/)).toBeVisible()
  await hazardAtKoja()
  await control.sweep()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Stop following' })).toBeVisible()
  await page.goto(`${address()}/en`) // a road's page has its dock in place of the bar of places
  await page.getByRole('link', { name: 'Alerts 1 new' }).click()
  await expect(page.getByText('1 new alert')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /Road hazard/ })).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Alerts', exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('News about the roads')).toBeVisible()
  await page.getByRole('button', { name: 'Stop following Thika Road' }).click()
  await expect(page.getByText('You don’t follow anything yet.')).toBeVisible()
})

test('a place on the map, a vehicle, its route and a report by its code can be followed', { tag: '@all' }, async ({
  control,
  page,
}) => {
  await page.goto(`${address()}/en?lat=-1.2812&lng=36.8226&place=Koja`)
  await page.getByRole('link', { name: 'Get alerts for this place' }).click()
  await expect(page.getByText('From the map: Koja')).toBeVisible()
  await page.getByRole('button', { name: 'Follow this place' }).click()
  await expect(page.getByText('Koja, within 2000 m')).toBeVisible()

  await control.query(
    `insert into app.vehicle_routes (vehicle_id, route_id)
     select v.id, r.id from app.vehicles v, (select id from app.routes order by short_name limit 1) r
      where v.public_code = $1 on conflict do nothing`,
    [STICKER],
  )
  await page.goto(`${address()}/en/v/${STICKER}`)
  await page
    .getByRole('button', { name: /^Follow: route/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Stop following: route/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^Stop following: route/ })).toBeVisible()
  await page.getByRole('button', { name: `Follow: ${PLATE}` }).click()
  await expect(page.getByRole('button', { name: `Stop following: ${PLATE}` })).toBeVisible()
  await expectAccessible(page)

  const receiptCode = '2M7R5QXK0C9D3F8GHJNPTVWYZA'
  await hazardAtKoja(receiptCode)
  await page.goto(`${address()}/en/receipt#${receiptCode}`)
  await page.getByRole('button', { name: 'Tell me what happens to my report' }).click()
  await expect(page.getByRole('button', { name: 'Stop alerts about my report' })).toBeVisible()
  await page.goto(`${address()}/en/alerts`)
  await expect(page.getByRole('main').getByText('Your report')).toBeVisible()
  await page.getByRole('link', { name: `Vehicle ${PLATE}` }).click()
  await expect(page).toHaveURL(`${address()}/en/v/${STICKER}`)
})
