import { openDatabase, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCity } from '../machinery/city-files.ts'
import { CITY, toCityDay } from './city.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
afterAll(() => db.close())

const load = (city: object, who: 'operator_server' | 'dalmas' | 'anon' = 'operator_server') =>
  db.as(who).rpc('load_city', { p_city: city })
const zone = async () => (await db.sql<{ zone: string }>('select app.city_time_zone() as zone'))[0]?.zone
const one = async (sql: string) => (await db.sql<{ it: unknown }>(`select ${sql} as it`))[0]?.it

test('the database has the same time zone, and begins its days at the same time', async () => {
  expect(await zone()).toBe(CITY.timeZone)
  for (const at of ['2027-12-31T20:59:59Z', '2027-12-31T21:00:00Z', '2028-02-29T21:00:00Z'])
    expect(await db.sql('select app.city_day($1::timestamptz)::text as day', [at])).toEqual([
      { day: toCityDay(Date.parse(at)) },
    ])
})

test('another city brings its days, plates, languages and words; loading it again changes nothing', async () => {
  const city = readCity()
  const other = {
    ...city,
    timeZone: 'America/Mexico_City',
    weekBegins: 7,
    languages: ['es', 'en'],
    usualSeats: { least: 10, most: 160 },
    plates: { usual: '^([A-Z][0-9]{2})([A-Z]{3})$', examples: ['A12 BCD'], lookAlikes: [] },
    searchWords: { kinds: { parada: 'stop' }, anyStop: '^paradas?$', companies: ['ruta'] },
  }
  for (let time = 0; time < 2; time += 1) {
    await load(other)
    expect(await db.sql('select count(*)::int as n from app.city')).toEqual([{ n: 1 }])
    expect(await one(`app.city_midnight('2027-06-01') = '2027-06-01T06:00:00Z'`)).toBe(true)
    // Midnight between Saturday and Sunday in Mexico City.
    expect(await one(`app.week_of('2027-06-06T05:59:59Z')::text`)).toBe('2027-05-30')
    expect(await one(`app.week_of('2027-06-06T06:00:00Z')::text`)).toBe('2027-06-06')
    expect(await one(`app.is_usual_plate('A12BCD') and not app.is_usual_plate('KDA123A')`)).toBe(true)
    expect(await one('app.are_usual_seats(160) and not app.are_usual_seats(161) and not app.are_usual_seats(9)')).toBe(
      true,
    )
    expect(await one(`app.plate_text('A12BCD') || ', ' || app.plate_text('KDA123A')`)).toBe('A12 BCD, KDA 123A')
    expect(await one(`app.plate_key('KZZ 1O3D')`)).toBe('KZZ1O3D')
    expect(await one(`app.words_query('{parada, norte}')::text`)).toBe(`( 'parada':* | '=stop' ) & 'norte':*`)
    expect(await one(`app.sacco_core('Ruta 100')`)).toBe('100')
    expect(await one(`app.reading_locale(null) || app.reading_locale('en')`)).toBe('esen')
    await expect(db.sql(`select app.reading_locale('sw')`)).rejects.toThrow('invalid_request')
  }
  await load(city)
  expect(await one(`app.week_begin('2027-06-06')::text`)).toBe('2027-05-31')
  expect(await zone()).toBe(CITY.timeZone)
})

test('texts that are older than the languages of the city are read in the first of those in which they are, which is named', async () => {
  const read = async (texts: object, locale: string | null) =>
    (
      await db.sql<{ locale: string; text: string }>(
        'select app.text_language($1::jsonb, $2) as locale, app.text_in($1::jsonb, $2) as text',
        [JSON.stringify(texts), locale],
      )
    )[0]
  await load({ ...readCity(), languages: ['fr', 'sw'] })
  expect(await read({ en: 'Hello', fr: 'Bonjour' }, 'en')).toEqual({ locale: 'en', text: 'Hello' })
  expect(await read({ en: 'Hello', fr: 'Bonjour' }, 'sw')).toEqual({ locale: 'fr', text: 'Bonjour' })
  expect(await read({ en: 'Hello', sw: 'Habari' }, 'fr')).toEqual({ locale: 'sw', text: 'Habari' })
  expect(await read({ sw: 'Habari' }, null)).toEqual({ locale: 'sw', text: 'Habari' })
  expect(await read({ es: 'Hola', en: 'Hello' }, 'sw')).toEqual({ locale: 'en', text: 'Hello' })
  await load(readCity())
})

test('only the operator loads a city, and what is no city changes nothing', async () => {
  for (const who of ['anon', 'dalmas'] as const)
    await expect(load(readCity(), who)).rejects.toMatchObject({ code: '42501' })
  await expect(load({ ...readCity(), timeZone: `'; drop table app.city; --` })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  await expect(load({ timeZone: 'UTC' })).rejects.toMatchObject({ slug: 'invalid_request' })
  expect(await zone()).toBe(CITY.timeZone)
})
