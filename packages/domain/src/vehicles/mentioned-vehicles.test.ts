import { randomUUID } from 'node:crypto'
import { KOJA, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from '../reports/test/city.ts'

const city = useCity()
const PLATE = 'KDB 456B'
const KEY = 'KDB456B'

type Person = keyof typeof PHONES
const rate = (who: Person | 'rider_server', args: Record<string, unknown> = {}) =>
  city.db.as(who).rpc('submit_ride_feedback', { p_id: randomUUID(), p_vehicle: PLATE, p_stars: 4, ...args })
const rateWithPhone = (who: Person, args = {}) => rate(who, { p_device: PHONES[who], ...args })
const breakdown = (who: Person, args = {}) =>
  city.report(who, { p_category: 'breakdown', p_vehicle: PLATE, p_device: PHONES[who], ...args })
const profile = (identifier: string = PLATE) =>
  city.db.as('rider_server').rpc('get_vehicle_profile', { p_identifier: identifier })
const stateOf = async (plate = PLATE) =>
  (await city.db.sql<{ state: string }>('select state from app.vehicles where plate = $1', [plate]))[0]?.state
/** Everything public that could tell that a plate exists. */
async function publicTraces() {
  const [row] = await city.db.sql<{ id: string; code: string }>(
    'select id, public_code as code from app.vehicles where plate_key = $1',
    [KEY],
  )
  const read = async (who: 'rider_server' | 'amina' | 'api_server', name: string, args: object) =>
    city.db
      .as(who)
      .rpc(name, { ...args })
      .catch((error: { slug: string; detail: unknown }) => [error.slug, error.detail])
  const asked = [PLATE, 'kdb456b', row?.id ?? randomUUID(), row?.code ?? 'V-00000000', row?.code.slice(2) ?? '00000000']
  return Promise.all(
    asked.flatMap((p_identifier) => [
      read('rider_server', 'get_vehicle_profile', { p_identifier }),
      read('rider_server', 'scan_vehicle_qr', { p_identifier }),
      read('rider_server', 'get_vehicle_feedback', { p_identifier }),
      read('rider_server', 'get_vehicle_incidents', { p_identifier }),
      read('rider_server', 'search', { p_q: p_identifier }),
      read('rider_server', 'search_vehicle_profiles', { p_q: p_identifier }),
      read('rider_server', 'search', { p_q: 'KDB 45' }),
      read('rider_server', 'search', { p_q: '456B' }),
      read('rider_server', 'search', { p_q: 'KDB 4568' }),
      read('api_server', 'get_vehicle_profile', { p_identifier: 'KD8 4S6B' }),
    ]),
  )
}

test('nothing public tells a plate that one rider rated, reported and follows from one that nobody named', async () => {
  const before = await publicTraces()
  await rateWithPhone('amina')
  await breakdown('amina')
  await city.db.as('rider_server').rpc('follow', { p_kind: 'vehicle', p_plate: PLATE, p_device: PHONES.eve })
  await rate('rider_server', { p_device: PHONES.baraka, p_networks: ['b'] })
  expect(await stateOf()).toBe('mentioned')
  expect(await publicTraces()).toEqual(before)
})

test('a surveyor’s list and the console’s list leave it out; an admin who searches for it finds it', async () => {
  await rateWithPhone('amina')
  const known = await city.db.as('chebet').rpc('get_known_vehicles')
  expect(JSON.stringify(known)).not.toContain('456B')
  const list = async (p_q?: string) => JSON.stringify(await city.db.as('dalmas').rpc('list_vehicles', { p_q }))
  expect(await list()).not.toContain(PLATE)
  expect(await list('456')).toContain(PLATE)
})

test('what a rider is told of their own rating names the plate only', async () => {
  expect(await rateWithPhone('amina')).toMatchObject({
    vehicle: { id: null, publicCode: null, plate: PLATE, fleetName: null },
  })
})

test.each(['rate', 'report'] as const)('two independent riders who %s make it known', async (how) => {
  const tell = (who: Person) => (how === 'rate' ? rateWithPhone(who) : breakdown(who))
  await city.makeKnown('amina')
  await tell('amina')
  await city.db.shiftClock('2 minutes')
  await tell('baraka')
  expect(await profile()).toMatchObject({ plate: PLATE, sacco: null, checkedAt: null })
})

test('a report and a rating make a pair', async () => {
  await city.makeKnown('amina')
  await breakdown('amina')
  await city.db.shiftClock('2 minutes')
  await rateWithPhone('baraka')
  expect(await stateOf()).toBe('known')
})

test.each([
  ['within a minute', ['amina'], {}, '30 seconds'],
  ['while both accounts are new', [], {}, '2 minutes'],
  ['on one phone', ['amina'], { p_device: PHONES.amina }, '2 minutes'],
  ['from a program without a phone', ['amina'], { p_device: undefined }, '2 minutes'],
] as const)('two who name it %s are not independent', async (_, old, second, later) => {
  await city.makeKnown(...old)
  await rateWithPhone('amina')
  await city.db.shiftClock(later)
  await rateWithPhone('baraka', second)
  expect(await stateOf()).toBe('mentioned')
})

test('any number of phones without an account do not make it known', async () => {
  await city.db.sql(`update app.devices set created_at = now() - interval '9 days'`)
  for (const who of ['amina', 'baraka', 'eve'] as const) {
    await rate('rider_server', { p_device: PHONES[who], p_networks: [who] })
    await city.reportAs(who, { p_category: 'breakdown', p_vehicle: PLATE })
    await city.db.shiftClock('5 minutes')
  }
  expect(await stateOf()).toBe('mentioned')
})

test('the same two make one vehicle known in a month, not any number', async () => {
  await city.makeKnown('amina', 'baraka')
  for (const [n, p_vehicle] of [PLATE, 'KDC 789C'].entries()) {
    await city.db.shiftClock(`${n} hours`)
    await rateWithPhone('amina', { p_vehicle })
    await city.db.shiftClock(`${n} hours 5 minutes`)
    await rateWithPhone('baraka', { p_vehicle })
  }
  expect([await stateOf(), await stateOf('KDC 789C')]).toEqual(['known', 'mentioned'])
})

test('what two riders said where others must not see it makes nothing known', async () => {
  await city.makeKnown('amina')
  for (const [n, who] of (['amina', 'baraka'] as const).entries()) {
    await city.db.shiftClock(`${n * 2} minutes`)
    await city.report(who, { p_category: 'theft', p_vehicle: PLATE, p_device: PHONES[who] })
  }
  expect(await stateOf()).toBe('mentioned')
})

test('an incident that names a plate names its vehicle, and the vehicle lists the incident', async () => {
  await city.makeKnown('amina')
  const crash = { p_vehicle: PLATE, p_lat: KOJA.lat, p_lng: KOJA.lng }
  await city.report('amina', { ...crash, p_device: PHONES.amina })
  await city.db.shiftClock('2 minutes')
  const { incidentId } = await city.report('baraka', { ...crash, p_device: PHONES.baraka })
  const page = await city.page(String(incidentId))
  expect(page).toMatchObject({ vehicle: { plate: PLATE, publicCode: expect.stringMatching(/^V-/) } })
  expect(await city.db.as('rider_server').rpc('get_vehicle_incidents', { p_identifier: PLATE })).toMatchObject({
    data: [{ id: incidentId }],
  })
})

test('registering it keeps its id with ratings, reports and followers, once however often', async () => {
  await rateWithPhone('amina')
  await breakdown('baraka')
  await city.db.as('rider_server').rpc('follow', { p_kind: 'vehicle', p_plate: PLATE, p_device: PHONES.eve })
  const create = () =>
    city.db
      .as('dalmas')
      .rpc('create_vehicle', { p_plate: PLATE, p_fleet_name: 'Simba 8', p_idempotency_key: 'k'.repeat(20) })
  expect(await create()).toMatchObject({ plate: PLATE, fleetName: 'Simba 8' })
  expect(await create()).toEqual(await create())
  expect(
    await city.db.sql(
      `select (select count(*) from app.feedback f where f.vehicle_id = v.id)::int as ratings,
              (select count(*) from app.reports r where r.vehicle_id = v.id)::int as reports,
              (select count(*) from app.follows w where w.vehicle_id = v.id)::int as followers
         from app.vehicles v where v.plate_key = $1`,
      [KEY],
    ),
  ).toEqual([{ ratings: 1, reports: 1, followers: 1 }])
  await expect(
    city.db.as('dalmas').rpc('create_vehicle', { p_plate: PLATE, p_idempotency_key: 'l'.repeat(20) }),
  ).rejects.toMatchObject({ slug: 'plate_taken' })
})

test('twenty who name one plate at once name one vehicle', async () => {
  await city.db.parallel(
    Array.from(
      { length: 20 },
      (_, n) => () => rate(n % 2 ? 'amina' : 'baraka', { p_rode_at: null, p_id: randomUUID() }).catch(() => null),
    ),
  )
  expect(await city.count(`app.vehicles where plate_key = '${KEY}'`)).toBe(1)
})

test('only a plate of the city’s form is created; others are unknown, and a report keeps them as text', async () => {
  await expect(rate('amina', { p_vehicle: 'UMA 456B' })).rejects.toMatchObject({ slug: 'unknown_vehicle' })
  await breakdown('amina', { p_vehicle: 'UMA 456B' })
  expect(await stateOf('UMA 456B')).toBeUndefined()
})

test('a follower of an unregistered plate hears of it once it is named, and sees the plate until then', async () => {
  const followed = await city.db
    .as('rider_server')
    .rpc('follow', { p_kind: 'vehicle', p_plate: 'kdb-456b', p_device: PHONES.eve })
  expect(followed).toMatchObject({ kind: 'vehicle', targetId: null, slug: KEY, name: PLATE })
  await expect(
    city.db.as('rider_server').rpc('follow', { p_kind: 'vehicle', p_plate: 'nonsense', p_device: PHONES.eve }),
  ).rejects.toMatchObject({ slug: 'not_found' })
  const [row] = await city.db.sql<{ id: string }>('select id from app.vehicles where plate_key = $1', [KEY])
  await expect(
    city.db.as('rider_server').rpc('follow', { p_kind: 'vehicle', p_id: row?.id, p_device: PHONES.baraka }),
  ).rejects.toMatchObject({ slug: 'not_found' })
  await city.makeKnown('amina')
  await breakdown('amina')
  await city.db.shiftClock('2 minutes')
  await breakdown('baraka')
  await city.db.sql('select app.sweep()')
  expect(await city.db.as('rider_server').rpc('list_alerts', { p_device: PHONES.eve })).toMatchObject({
    data: [{ because: PLATE, incident: { vehicle: { plate: PLATE } } }],
  })
})

test('looks for a code without V-, part of a number, and asks about look-alikes', async () => {
  const titles = async (p_q: string) =>
    ((await city.db.as('rider_server').rpc('search', { p_q })) as { data: { title: string }[] }).data.map(
      ({ title }) => title,
    )
  for (const q of ['7k3m9qxr', '123', '123a', 'kda 1']) expect(await titles(q)).toEqual([SIMBA.plate])
  for (const q of ['kda', '12', '23a']) expect(await titles(q)).toEqual([])
  await expect(profile('KDA 1Z3A')).rejects.toMatchObject({ slug: 'not_found', detail: { didYouMean: [SIMBA.plate] } })
})
