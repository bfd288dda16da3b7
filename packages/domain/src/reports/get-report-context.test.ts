import { KOJA, MACHAKOS, ODEON, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, reportAs, makeKnown } = city

type Context = { location: { inServiceArea: boolean }; placeName: string | null; incident: { id: string } | null }
const context = (args: object, place: { lat: number; lng: number } = KOJA) =>
  city.db
    .as('rider_server')
    .rpc('get_report_context', { p_lat: place.lat, p_lng: place.lng, ...args }) as Promise<Context>

/** This many metres north of Koja. */
const north = (metres: number) => ({ lat: KOJA.lat + metres / 110_574, lng: KOJA.lng })

test('returns the name and the coverage of a place', async () => {
  expect(await context({})).toMatchObject({ placeName: 'Koja', location: { inServiceArea: true }, incident: null })
  expect(await context({}, MACHAKOS)).toMatchObject({ placeName: null, location: { inServiceArea: false } })
  await expect(context({ p_lat: 91 })).rejects.toMatchObject({ slug: 'invalid_request' })
})

test('returns the live incident of the category within its joining radius', async () => {
  const { incidentId } = await report('amina')
  const crash = { p_category: 'crash' }
  expect((await context(crash, north(480))).incident).toMatchObject({ id: incidentId, category: 'crash' })
  expect((await context(crash, north(520))).incident).toBeNull()
  expect((await context({ p_category: 'hazard' })).incident).toBeNull()
  await city.db.shiftClock('5 hours')
  expect((await context(crash)).incident).toBeNull()
})

test('returns an incident that joins by vehicle only when it names that vehicle publicly', async () => {
  await makeKnown('amina', 'baraka')
  const complaint = { p_category: 'overloading', p_injury: null, p_vehicle: SIMBA.plate }
  const asked = { p_category: 'overloading', p_vehicle: 'kda123a' }
  await report('amina', { ...complaint, p_device: PHONES.amina })
  expect((await context(asked)).incident).toBeNull()
  await city.db.shiftClock('2 minutes')
  await report('baraka', { ...complaint, p_device: PHONES.baraka })
  expect((await context(asked, ODEON)).incident).toMatchObject({ vehicle: { plate: SIMBA.plate } })
  expect((await context({ p_category: 'overloading' })).incident).toBeNull()
  expect((await context({ ...asked, p_vehicle: 'KZZ 900X' })).incident).toBeNull()
})

test('shows a theft only as the feed does, and never harassment', async () => {
  await city.atMinute(10)
  await reportAs('amina', { p_category: 'theft', p_injury: null })
  await reportAs('eve', { p_category: 'harassment', p_injury: null })
  const theft = { p_category: 'theft' }
  expect((await context(theft)).incident).toBeNull()
  await city.atMinute(61)
  const { incident } = await context(theft)
  expect(incident).toMatchObject({ precision: 'coarse', placeName: null, lastSeenAt: '2040-01-01T10:00:00Z' })
  expect((await context(theft, north(3000))).incident).toBeNull()
  expect((await context({ p_category: 'harassment' })).incident).toBeNull()
})
