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
const ask = (name: string, args: object) => city.db.as('rider_server').rpc(name, { ...args })
const profile = (p_identifier = PLATE) => ask('get_vehicle_profile', { p_identifier })
const follow = (p_plate: string, args: object = {}) =>
  ask('follow', { p_kind: 'vehicle', p_plate, p_device: PHONES.eve, ...args }) as Promise<{ id: string }>
const find = async (plate = PLATE) => {
  const select = 'select id, public_code as code, state from app.vehicles where plate = $1'
  return (await city.db.sql<Record<'id' | 'code' | 'state', string>>(select, [plate]))[0]
}
const stateOf = async (plate?: string) => (await find(plate))?.state
/** Everything public that could tell that a plate exists. */
async function publicTraces() {
  const row = await find()
  const read = (name: string, args: object, who: 'rider_server' | 'api_server' = 'rider_server') =>
    city.db
      .as(who)
      .rpc(name, { ...args })
      .catch((error: { slug: string; detail: unknown }) => [error.slug, error.detail])
  const asked = [PLATE, 'kdb456b', row?.id ?? randomUUID(), row?.code ?? 'V-00000000', row?.code.slice(2) ?? '00000000']
  const pages = ['get_vehicle_profile', 'scan_vehicle_qr', 'get_vehicle_feedback', 'get_vehicle_incidents']
  return Promise.all([
    ...pages.flatMap((name) => asked.map((p_identifier) => read(name, { p_identifier }))),
    ...asked.map((p_q) => read('search_vehicle_profiles', { p_q })),
    ...[...asked, 'KDB 45', '456B', 'KDB 4568'].map((p_q) => read('search', { p_q })),
    read('get_vehicle_profile', { p_identifier: 'KD8 4S6B' }, 'api_server'),
  ])
}

test('nothing public tells a plate that one rider rated, reported and follows from one that nobody named', async () => {
  const before = await publicTraces()
  await rateWithPhone('amina')
  await breakdown('amina')
  await follow(PLATE)
  await rate('rider_server', { p_device: PHONES.baraka, p_networks: ['b'] })
  expect(await stateOf()).toBe('mentioned')
  expect(await publicTraces()).toEqual(before)
})

test('a surveyor’s list and the console’s list leave it out; an admin who searches for it sees what it is', async () => {
  await rateWithPhone('amina')
  const known = await city.db.as('chebet').rpc('get_known_vehicles')
  expect(JSON.stringify(known)).not.toContain('456B')
  const list = (p_q?: string) => city.db.as('dalmas').rpc('list_vehicles', { p_q })
  expect(JSON.stringify(await list())).not.toContain(PLATE)
  expect(await list('456')).toMatchObject({ data: [{ plate: PLATE, state: 'mentioned' }] })
  const search = (p_q: string) => city.db.as('dalmas').rpc('search_console', { p_q })
  expect(await search('456')).toMatchObject({ data: [{ title: PLATE, state: 'mentioned' }] })
  expect(await search(SIMBA.plate)).toMatchObject({ data: [{ title: SIMBA.plate, state: 'known' }] })
})

test.each([
  ['saves its facts', 'edit_vehicle', { p_version: 0, p_plate: PLATE, p_reason: 'I saw it.' }],
  ['changes its facts', 'edit_vehicle', { p_version: 0, p_plate: PLATE, p_capacity: 14, p_reason: 'I saw it.' }],
  ['prints its sticker', 'make_vehicle_sticker', {}],
  ['retires it', 'retire_vehicle', { p_reason: 'It burnt.' }],
] as const)('an admin who %s registers it', async (_, name, args) => {
  await rateWithPhone('amina')
  await city.db.as('dalmas').rpc(name, { p_id: (await find())?.id, ...args })
  expect(await profile()).toMatchObject({ plate: PLATE })
  expect(await city.count(`app.audit_log where action = 'vehicle.created'`)).toBe(1)
})

test('what a rider is told of their own rating names the plate only', async () => {
  expect(await rateWithPhone('amina')).toMatchObject({
    vehicle: { id: null, publicCode: null, plate: PLATE, fleetName: null },
  })
})

/** Three old accounts on phones of their own name the plate, five minutes apart. */
async function nameByThree(tell: (who: Person, n: number) => unknown = (who) => rateWithPhone(who)) {
  for (const [n, who] of (['amina', 'baraka', 'eve'] as const).entries()) {
    await city.atMinute(n * 5)
    await tell(who, n)
  }
}
const sweepAt = async (minute: number) => {
  await city.atMinute(minute)
  await city.db.sql('select app.sweep()')
}
const DAY = 24 * 60

test.each([
  ['rate', () => rateWithPhone],
  ['rate and report', (n: number) => (n === 1 ? breakdown : rateWithPhone)],
] as const)('three independent riders who %s it make it known, the next day', async (_, how) => {
  await city.makeKnown('amina', 'baraka', 'eve')
  await nameByThree((who, n) => how(n)(who))
  await sweepAt(30)
  expect(await stateOf()).toBe('mentioned')
  await sweepAt(DAY)
  expect(await profile()).toMatchObject({ plate: PLATE, sacco: null, checkedAt: null })
})

test('who named it learns neither on the day nor later that one other rider did', async () => {
  await city.makeKnown('amina', 'eve')
  await city.atMinute(0)
  await rateWithPhone('eve')
  const before = await publicTraces()
  await city.atMinute(5)
  await rateWithPhone('amina')
  await breakdown('amina')
  expect(await publicTraces()).toEqual(before)
  for (const day of [1, 2, 9]) await sweepAt(day * DAY)
  expect(await stateOf()).toBe('mentioned')
})

test('what is named after midnight counts on the day after', async () => {
  await city.makeKnown('amina', 'baraka', 'eve')
  await rateWithPhone('amina')
  await city.atMinute(0)
  await rateWithPhone('baraka')
  await city.atMinute(DAY)
  await rateWithPhone('eve')
  await sweepAt(DAY + 10)
  expect(await stateOf()).toBe('mentioned')
  await sweepAt(2 * DAY)
  expect(await stateOf()).toBe('known')
})

test.each([
  ['within a minute of another', ['amina', 'baraka', 'eve'], {}, 5],
  ['while two accounts are new', ['amina'], {}, 10],
  ['on the phone of another', ['amina', 'baraka', 'eve'], { p_device: PHONES.amina }, 10],
  ['from a program without a phone', ['amina', 'baraka', 'eve'], { p_device: undefined }, 10],
] as const)('a third who names it %s is not independent', async (_, old, third, minute) => {
  await city.makeKnown(...old)
  await nameByThree(async (who, n) => {
    if (n === 2) await city.atMinute(minute)
    await rateWithPhone(who, n === 2 ? third : {})
  })
  await sweepAt(DAY)
  expect(await stateOf()).toBe('mentioned')
})

test('any number of phones without an account do not make it known', async () => {
  await nameByThree(async (who) => {
    await rate('rider_server', { p_device: PHONES[who], p_networks: [who] })
    await city.reportAs(who, { p_category: 'breakdown', p_vehicle: PLATE })
  })
  await sweepAt(DAY)
  expect(await stateOf()).toBe('mentioned')
})

test('the same riders make one vehicle known in a month, not any number', async () => {
  await city.makeKnown('amina', 'baraka', 'eve')
  await nameByThree()
  for (const [n, who] of (['amina', 'baraka', 'eve'] as const).entries()) {
    await city.atMinute(60 + n * 5)
    await rateWithPhone(who, { p_vehicle: 'KDC 789C' })
  }
  await sweepAt(DAY)
  expect([await stateOf(), await stateOf('KDC 789C')]).toEqual(['known', 'mentioned'])
})

test('what riders said where others must not see it makes nothing known', async () => {
  await city.makeKnown('amina', 'baraka', 'eve')
  await nameByThree((who) => city.report(who, { p_category: 'theft', p_vehicle: PLATE, p_device: PHONES[who] }))
  await sweepAt(DAY)
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
  expect(await ask('get_vehicle_incidents', { p_identifier: PLATE })).toMatchObject({
    data: [{ id: incidentId }],
  })
})

test('registering it keeps its id with ratings, reports and followers, once however often', async () => {
  await rateWithPhone('amina')
  await breakdown('baraka')
  await follow(PLATE)
  const register = (key: string, args = {}) =>
    city.db.as('dalmas').rpc('create_vehicle', { p_plate: PLATE, p_idempotency_key: key.repeat(20), ...args })
  const create = () => register('k', { p_fleet_name: 'Simba 8' })
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
  await expect(register('l')).rejects.toMatchObject({ slug: 'plate_taken' })
})

test('twenty who name one plate at once name one vehicle', async () => {
  const name = (n: number) => () => rate(n % 2 ? 'amina' : 'baraka', { p_rode_at: null }).catch(() => null)
  await city.db.parallel(Array.from({ length: 20 }, (_, n) => name(n)))
  expect(await city.count(`app.vehicles where plate_key = '${KEY}'`)).toBe(1)
})

test('only a plate of the city’s form is created; others are unknown, and a report keeps them as text', async () => {
  await expect(rate('amina', { p_vehicle: 'UMA 456B' })).rejects.toMatchObject({ slug: 'unknown_vehicle' })
  await breakdown('amina', { p_vehicle: 'UMA 456B' })
  expect(await stateOf('UMA 456B')).toBeUndefined()
})

test('a follower of an unregistered plate hears of it once it is named, and sees the plate until then', async () => {
  expect(await follow('kdb-456b')).toMatchObject({ kind: 'vehicle', targetId: null, slug: KEY, name: PLATE })
  await expect(follow('nonsense')).rejects.toMatchObject({ slug: 'not_found' })
  const byId = ask('follow', { p_kind: 'vehicle', p_id: (await find())?.id, p_device: PHONES.baraka })
  await expect(byId).rejects.toMatchObject({ slug: 'not_found' })
  await city.makeKnown('amina')
  await breakdown('amina')
  await city.db.shiftClock('2 minutes')
  await breakdown('baraka')
  await city.db.sql('select app.sweep()')
  expect(await ask('list_alerts', { p_device: PHONES.eve })).toMatchObject({
    data: [{ because: PLATE, incident: { vehicle: { plate: PLATE } } }],
  })
})

test('looks for a code without V-, part of a number, and asks about look-alikes', async () => {
  const titles = async (p_q: string) =>
    Object(await ask('search', { p_q })).data.map((hit: { title: string }) => hit.title)
  for (const q of ['7k3m9qxr', '123', '123a', 'kda 1']) expect(await titles(q)).toEqual([SIMBA.plate])
  for (const q of ['kda', '12', '23a']) expect(await titles(q)).toEqual([])
  await expect(profile('KDA 1Z3A')).rejects.toMatchObject({ slug: 'not_found', detail: { didYouMean: [SIMBA.plate] } })
})

const unfollow = ({ id }: { id: string }) => ask('unfollow', { p_id: id, p_device: PHONES.eve })

test('a plate that nothing names any more is forgotten: with its last follow, or by the sweep', async () => {
  await unfollow(await follow(PLATE))
  expect(await stateOf()).toBeUndefined()
  await follow(PLATE)
  await city.db.sql('delete from app.followers')
  await sweepAt(DAY)
  expect(await stateOf()).toBeUndefined()
})

test.each([
  ['a rating', () => rateWithPhone('amina')],
  ['a report', () => breakdown('amina')],
  ['another follower', () => follow(PLATE, { p_device: PHONES.baraka })],
] as const)('a plate that %s names stays when a follower leaves', async (_, name) => {
  const followed = await follow(PLATE)
  await name()
  await unfollow(followed)
  await sweepAt(DAY)
  expect(await stateOf()).toBe('mentioned')
})

test('a withdrawn rating keeps a plate for a month, in which its id is not accepted again', async () => {
  await city.atMinute(0)
  const p_id = randomUUID()
  await rateWithPhone('amina', { p_id })
  await city.db.as('amina').rpc('withdraw_ride_feedback', { p_id })
  await sweepAt(DAY)
  expect(await stateOf()).toBe('mentioned')
  expect(await rateWithPhone('amina', { p_id })).toMatchObject({ repeated: true })
  await sweepAt(31 * DAY)
  expect(await stateOf()).toBeUndefined()
  expect(await city.count('app.feedback')).toBe(0)
})

test('one follower and one network start to follow so many unregistered plates a day, named before or not', async () => {
  await city.db.sql(`update app.burst_limits set allowed = 3 where rule = 'network_plate'`)
  await city.db.sql(`update app.burst_limits set allowed = 2 where rule = 'follower_plate'`)
  const network = { p_networks: ['one network'] }
  await rateWithPhone('amina', { p_vehicle: 'KDB 003A' })
  for (const n of [1, 2]) await follow(`KDB 00${n}A`, network)
  await follow('KDB 002A', network)
  for (const n of [3, 4]) await expect(follow(`KDB 00${n}A`, network)).rejects.toMatchObject({ slug: 'rate_limited' })
  await follow('KDB 004A', { ...network, p_device: PHONES.amina })
  await expect(follow('KDB 005A', { ...network, p_device: PHONES.baraka })).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.any(Number) },
  })
  await follow('KDB 005A', { p_networks: ['elsewhere'], p_device: PHONES.baraka })
  expect(await stateOf('KDB 003A')).toBe('mentioned')
  await city.db.shiftClock('25 hours')
  await city.db.sql('select app.sweep()')
  expect(await city.count('app.follows where network is not null')).toBe(0)
  await follow('KDB 006A', network)
})
