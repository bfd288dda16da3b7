import { openDatabase } from '@salama/testing'
import { expect, onTestFinished, test } from 'vitest'
import { CITY, toCityDay } from './city.ts'

test('the database has the same time zone, and begins its days at the same time', async () => {
  const db = await openDatabase()
  onTestFinished(() => db.close())
  expect(await db.sql('select app.city_time_zone() as zone')).toEqual([{ zone: CITY.timeZone }])
  for (const at of ['2027-12-31T20:59:59Z', '2027-12-31T21:00:00Z', '2028-02-29T21:00:00Z'])
    expect(await db.sql('select app.city_day($1::timestamptz)::text as day', [at])).toEqual([
      { day: toCityDay(Date.parse(at)) },
    ])
})
