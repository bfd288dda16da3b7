import { randomUUID } from 'node:crypto'
import { KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const { makeKnown, page, report } = city

/** Further vehicles beside KDA 123A. */
const register = (...plates: string[]) =>
  city.db.sql(
    `insert into app.vehicles (plate, plate_key, public_code)
     select p, replace(p, ' ', ''), 'V-' || lpad(n::text, 8, '0') from unnest($1::text[]) with ordinality t (p, n)`,
    [plates],
  )
const plateOf = async (p_identifier: string, rpc = 'get_vehicle_profile') =>
  ((await city.db.as('eve').rpc(rpc, { p_identifier })) as { plate: string }).plate

test.each([
  'KDA I23A',
  'kda i23a',
  'KDA l23A',
  'kda-l23.a',
  'K\u200bDA\u00ad 123A\ufeff',
  'ＫＤＡ　１２３Ａ',
  'KDA\u00a0123A',
  'KDA\u2011123\u2009A',
  'KDA·123A',
])('"%s" is KDA 123A in look-up, scan, rating, search and the console', async (spelling) => {
  const { db } = city
  expect(await plateOf(spelling)).toBe('KDA 123A')
  expect(await plateOf(spelling, 'scan_vehicle_qr')).toBe('KDA 123A')
  await db.as('amina').rpc('submit_ride_feedback', { p_id: randomUUID(), p_vehicle: spelling, p_stars: 4 })
  expect(await db.as('eve').rpc('search', { p_q: spelling })).toMatchObject({ data: [{ id: SIMBA.id, score: 1 }] })
  for (const rpc of ['search_console', 'list_vehicles'])
    expect(await db.as('dalmas').rpc(rpc, { p_q: spelling })).toMatchObject({ data: [{ id: SIMBA.id }] })
})

test('O between the letters of a plate is 0, on motorcycles too', async () => {
  await register('KZZ 104D', 'KMDA 100B', 'KQA 310')
  for (const spelling of ['KZZ 1O4D', 'KZZ IO4D', 'KZZ l04D', 'kzz1o4d'])
    expect(await plateOf(spelling)).toBe('KZZ 104D')
  expect(await plateOf('KMDA 1OOB')).toBe('KMDA 100B')
  expect(await plateOf('KQA 3IO')).toBe('KQA 310')
})

test('no other letter becomes a digit, and no look-alike of another alphabet a letter', async () => {
  await register('KZZ 1040', 'KMDL 120D', 'KMD 112D')
  // The last: a digit of KMDL 12?D may be missing.
  for (const spelling of ['KZZ 104O', '\u041aZZ 104D', 'KD\u0410 123A', 'KDA L23', 'KMDL12D'])
    await expect(plateOf(spelling)).rejects.toMatchObject({ slug: 'not_found' })
})

test('an unknown plate is answered with the known ones that look like it, and with no other', async () => {
  await register('KZZ 108D', 'KZZ 105D', 'KZZ 105Q', 'KZA 118A')
  await city.db.sql(`update app.vehicles set retired_at = now() where plate = 'KZA 118A'`)
  const askedAbout = (p_identifier: string, rpc: string, more = {}) =>
    city.db
      .as('eve')
      .rpc(rpc, { p_identifier, ...more })
      .catch((error: { slug: string; detail: object }) => [error.slug, error.detail])
  for (const rpc of [
    'get_vehicle_profile',
    'scan_vehicle_qr',
    'get_vehicle_incidents',
    'get_vehicle_feedback',
    'get_vehicle_feedback_sentiment_counts',
  ])
    expect(await askedAbout('KZZ 1OBD', rpc)).toEqual(['not_found', { didYouMean: ['KZZ 108D'] }])
  expect(await askedAbout('KZZ1OS0', 'get_vehicle_profile')).toEqual([
    'not_found',
    { didYouMean: ['KZZ 105D', 'KZZ 105Q'] },
  ])
  for (const other of ['KZZ 107D', 'KZA 11BA', 'V-0000000Z'])
    expect(await askedAbout(other, 'get_vehicle_profile')).toEqual(['not_found', {}])
  await expect(
    city.db.as('amina').rpc('submit_ride_feedback', { p_id: randomUUID(), p_vehicle: 'KZZ 1OBD', p_stars: 4 }),
  ).rejects.toMatchObject({ slug: 'unknown_vehicle', detail: { didYouMean: ['KZZ 108D'] } })
  expect(await city.db.as('eve').rpc('search', { p_q: 'KZZ 1OSO' })).toMatchObject({
    data: [{ title: 'KZZ 105D' }, { title: 'KZZ 105Q' }],
  })
})

test('two spellings in two reports of one crash name one vehicle, also one that nobody registered', async () => {
  for (const [one, other] of [
    ['KDA I23A', 'kda l23a'],
    ['KZZ 1O7D', 'ＫＺＺ 107D'],
  ] as const) {
    await city.again()
    await makeKnown('amina', 'baraka')
    const { incidentId } = await report('amina', { p_device: PHONES.amina, p_vehicle: one })
    await city.db.shiftClock('2 minutes')
    await report('baraka', { p_device: PHONES.baraka, p_vehicle: other, p_lat: KOJA.lat })
    expect(await page(incidentId)).toMatchObject({
      corroboration: 'corroborated',
      vehicle: { plate: one.startsWith('KDA') ? 'KDA 123A' : 'KZZ 107D' },
    })
  }
})
