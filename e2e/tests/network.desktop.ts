import { makeZip } from '../../packages/domain/src/network/gtfs/test/make-zip.ts'
import { heldRequests } from '../support/network.ts'
import { address, expect, expectAccessible, test } from '../support/test.ts'

// A harmful feed needs an explicit confirmation.

const at = (path: string) => `${address('admin')}/en/${path}`

/** One route between two stops of Nairobi. */
const FEED = [
  { name: 'agency.txt', text: 'agency_name,agency_url,agency_timezone\nSimba,https://simba.example,Africa/Nairobi\n' },
  { name: 'calendar_dates.txt', text: 'service_id,date,exception_type\nDAILY,20261225,1\n' },
  { name: 'stops.txt', text: 'stop_id,stop_name,stop_lat,stop_lon\nA,Odeon,-1.2828,36.825\nB,Koja,-1.2812,36.8226\n' },
  { name: 'routes.txt', text: 'route_id,route_short_name,route_long_name,route_type\nR,1,Odeon-Koja,3\n' },
  { name: 'trips.txt', text: 'route_id,service_id,trip_id\nR,DAILY,T\n' },
  {
    name: 'stop_times.txt',
    text: 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT,6:00:00,6:00:00,A,1\nT,6:20:00,6:20:00,B,2\n',
  },
]

test('a feed that would remove most of a city’s network shows how much, and is applied only when confirmed', {
  tag: '@all',
}, async ({ control, page, signIn }) => {
  const buffer = makeZip(FEED)
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('network'))
  await page.getByLabel('Feed as a zip file').setInputFiles({ name: 'small.zip', mimeType: 'application/zip', buffer })
  await page.getByLabel('Feed', { exact: true }).selectOption('nairobi')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('This removes a large part of “nairobi”')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('136 of 136 routes:')).toBeVisible()
  await page.getByRole('button', { name: 'Apply and remove' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('4,284 of 4,284 stops:')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Recent imports' })).toBeVisible()
  await expect
    .poll(() => control.query('select count(*)::int as n from app.routes where retired_at is null'))
    .toEqual([{ n: 136 }])

  await page.getByLabel('Feed as a zip file').setInputFiles({ name: 'small.zip', mimeType: 'application/zip', buffer })
  await page.getByLabel('Feed', { exact: true }).selectOption('New feed')
  await page.getByLabel('Name of the new feed').fill('nairobi')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('A feed with that name exists.')).toBeVisible()
  await page.getByLabel('Name of the new feed').fill('small')
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('Riders of “small” can report within a border around the stops')).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Recent imports' })).toBeVisible()
})

test('what is typed before the page responds is searched for', { tag: '@all' }, async ({ page, signIn }) => {
  await signIn(page, 'dalmas', 'admin')
  const scripts = await heldRequests(page.context(), '**/_next/static/chunks/*.js')
  await page.goto(at('network/map'), { waitUntil: 'commit' })
  await page.getByLabel('Stage or route').fill('koja')
  scripts.release()
  await expect(page.getByRole('option', { name: /^Stage Koja/ })).toBeVisible()
})

test('an admin finds a stage on the map, opens one of its routes, and comes back', { tag: '@all' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'dalmas', 'admin')
  await page.goto(at('network'))
  await page.getByRole('link', { name: 'Routes and stages on a map' }).click()
  await page.getByLabel('Stage or route').fill('koja')
  await page.getByRole('option', { name: /^Stage Koja/ }).click()
  const stage = page.getByRole('heading', { name: 'Stage Koja' })
  await expect(stage).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Routes that stop here' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^6 / }).first().click()
  const route = page.getByRole('heading', { name: /^Route 6 / })
  await expect(route).toBeVisible()
  await expect(page).toHaveURL(/\?route=/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Koja' }).first()).toBeVisible()
  await page.goBack()
  await expect(stage).toBeVisible()
  await page.reload()
  await expect(stage).toBeVisible()
  await expect(page).toHaveURL(/\?stage=/)
})
