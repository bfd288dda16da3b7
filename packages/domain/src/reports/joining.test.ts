import { randomUUID } from 'node:crypto'
import { CAST, KOJA, type PersonName, SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { PHONES, useCity } from './test/city.ts'

const city = useCity()
const { report, page, withdraw, makeKnown, expectRows } = city

test('joins two crashes within 500 m and 4 h, and not beyond', async () => {
  const first = await report('amina')
  await city.db.shiftClock('3 hours 55 minutes')
  const near = await report('baraka', { p_lat: KOJA.lat - 0.0044 })
  expect(near.incidentId).toBe(first.incidentId)
  const far = await report('eve', { p_lat: KOJA.lat + 0.0046 })
  expect(far.incidentId).not.toBe(first.incidentId)
  await city.db.shiftClock('8 hours')
  expect((await report('amina')).incidentId).not.toBe(first.incidentId)
})

test('joins sixteen concurrent reports of one crash into one incident', async () => {
  const riders = Array.from({ length: 16 }, (_, i) => ({
    role: 'authenticated',
    sub: `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`,
  }))
  await city.db.parallel(
    riders.map(
      (claims, i) => () =>
        city.db.as(claims).rpc('submit_incident_report_without_vehicle', {
          p_id: randomUUID(),
          p_category: 'crash',
          p_injury: 'none',
          p_lat: KOJA.lat + (i % 4) * 0.0008,
          p_lng: KOJA.lng + Math.floor(i / 4) * 0.0008,
        }),
    ),
  )
  await expectRows(16, 1, 1)
  expect(await city.db.as('eve').rpc('get_latest_incident_feed')).toMatchObject({ data: [{ reports: 16 }] })
})

test.each(['amina', 'baraka'] as const)(
  'corroborates by two accounts and devices over a minute apart, one (%s) known for a day',
  async (known) => {
    await makeKnown(known)
    const { incidentId } = await report('amina', { p_device: PHONES.amina })
    await city.db.shiftClock('2 minutes')
    await report('baraka', { p_device: PHONES.baraka })
    expect(await page(incidentId)).toMatchObject({ corroboration: 'corroborated', reports: 2 })
  },
)

test('the same two accounts corroborate one incident in a month, and each may with another', async () => {
  await makeKnown('amina', 'baraka', 'chebet')
  const tell = async (a: PersonName, b: PersonName, day: number) => {
    await city.db.shiftClock(`${day} days`)
    const { incidentId } = await report(a, { p_device: PHONES.amina })
    await city.db.shiftClock(`${day} days 2 minutes`)
    await report(b, { p_device: PHONES.baraka })
    return ((await page(incidentId)) as { corroboration: string }).corroboration
  }
  expect(await tell('amina', 'baraka', 0)).toBe('corroborated')
  expect(await tell('baraka', 'amina', 1)).toBe('unverified')
  expect(await tell('amina', 'chebet', 2)).toBe('corroborated')
  expect(await tell('amina', 'baraka', 33)).toBe('corroborated')
})

test('counts two new accounts, but never lets them corroborate or name a vehicle', async () => {
  const named = { p_vehicle: SIMBA.plate }
  const { incidentId } = await report('amina', { ...named, p_device: PHONES.amina })
  await city.db.shiftClock('61 seconds')
  expect(await report('baraka', { ...named, p_device: PHONES.baraka })).toMatchObject({ state: 'linked', incidentId })
  expect(await page(incidentId)).toMatchObject({ corroboration: 'unverified', reports: 2, vehicle: null })
  // Later the accounts are no longer new, and their reports are evaluated again, for example on archiving.
  await city.db.shiftClock('32 days')
  await city.db.sql('select app.sweep(), app.corroborate_incident($1), app.publish_incident($1)', [incidentId])
  await city.db.sql('select app.sweep()')
  expect(await page(incidentId)).toMatchObject({ corroboration: 'unverified', reports: 2, vehicle: null })
})

test('names no vehicle that only new accounts name, though a known one corroborates', async () => {
  await makeKnown('eve')
  const { incidentId } = await report('eve', { p_device: PHONES.eve })
  await city.db.shiftClock('2 minutes')
  await report('amina', { p_device: PHONES.amina, p_vehicle: SIMBA.plate })
  await city.db.shiftClock('4 minutes')
  await report('baraka', { p_device: PHONES.baraka, p_vehicle: SIMBA.plate })
  expect(await page(incidentId)).toMatchObject({ corroboration: 'corroborated', vehicle: null })
})

test('treats an account signed up again with the same e-mail as new', async () => {
  const isNew = async (id: string) =>
    (await city.db.sql<{ n: boolean }>('select app.is_new_account($1) as n', [id]))[0]?.n
  await city.db.sql(
    `insert into auth.users (id, email, created_at) values ($1, 'amina@salama.test', now() - interval '1 year')
     on conflict (id) do update set created_at = excluded.created_at`,
    [CAST.amina.id],
  )
  expect(await isNew(CAST.amina.id)).toBe(false)
  await city.db.as('amina').rpc('delete_own_account', { p_confirm: CAST.amina.id })
  const again = randomUUID()
  await city.db.sql(`insert into auth.users (id, email, created_at) values ($1, 'amina@salama.test', now())`, [again])
  expect(await isNew(again)).toBe(true)
  await city.db.sql('delete from auth.users where id = $1', [again])
})

test.each([
  ['one account twice', 'amina', PHONES.baraka, '2 minutes'],
  ['two accounts on one device', 'baraka', PHONES.amina, '2 minutes'],
  ['two accounts within a minute', 'baraka', PHONES.baraka, '59 seconds'],
  ['an account without a device', 'baraka', undefined, '2 minutes'],
  ['a device that no app registered', 'baraka', 'x'.repeat(43), '2 minutes'],
] as const)('%s does not corroborate', async (_, second, device, later) => {
  await makeKnown('amina', 'baraka')
  const { incidentId } = await report('amina', { p_device: PHONES.amina })
  await city.db.shiftClock(later)
  await report(second, { p_device: device })
  expect(await page(incidentId)).toMatchObject({
    corroboration: 'unverified',
  })
})

test('counts a rider who reports twice once', async () => {
  await report('amina')
  const { incidentId } = await report('amina')
  expect(await page(incidentId)).toMatchObject({ reports: 1 })
})

test('does not move a corroborated incident by back-dated or unreviewed reports', async () => {
  const { incidentId } = await report('amina')
  await report('baraka')
  const before = await page(incidentId)
  for (const hours of [3.98, 7.97, 11.95])
    await report('eve', {
      p_injury: 'unknown',
      p_occurred_at: new Date(Date.now() - hours * 3600_000).toISOString(),
    })
  expect(await page(incidentId)).toEqual(before)
})

test('neither shortens an incident nor extends it past its cap by back-dated reports', async () => {
  const { incidentId } = await report('amina')
  const ends = async () =>
    (
      await city.db.sql<{ s: number }>(
        `select extract(epoch from expires_at - opened_seen_at)::float8 as s from app.incidents where id = $1`,
        [incidentId],
      )
    )[0]?.s
  for (const hours of [1.9, 3.9, 5, 7, 11])
    await report(hours < 5 ? 'baraka' : 'eve', {
      p_occurred_at: new Date(Date.now() - hours * 3600_000).toISOString(),
    })
  expect(await ends()).toBe(4 * 3600)
  for (let later = 3; later <= 30; later += 3) {
    await city.db.shiftClock(`${later} hours`)
    await report('chebet').catch(() => null)
  }
  expect(await ends()).toBe(12 * 3600)
})

test('does not extend an incident past its cap by late reports', async () => {
  const hoursAgo = (hours: number) => ({ p_occurred_at: new Date(Date.now() - hours * 3600_000).toISOString() })
  const { incidentId } = await report('amina', hoursAgo(72))
  for (const hours of [68.1, 64.2, 60.3]) expect(await report('eve', hoursAgo(hours))).toMatchObject({ incidentId })
  expect((await report('eve', hoursAgo(56.4))).incidentId).not.toBe(incidentId)
  expect((await report('baraka', hoursAgo(56.5))).incidentId).not.toBe(incidentId)
})

test('stores a report of over two hours ago, but not on the live feed', async () => {
  const { incidentId } = await report('amina', { p_occurred_at: new Date(Date.now() - 3 * 3600_000).toISOString() })
  expect(await city.db.as('eve').rpc('get_latest_incident_feed')).toMatchObject({ data: [] })
  expect(await page(incidentId)).toMatchObject({
    lifecycle: 'expired',
  })
})

test('joins overloading by vehicle once a pair has named it, and merges earlier reports of it', async () => {
  await makeKnown('amina', 'eve', 'dalmas')
  const overloading = { p_category: 'overloading', p_injury: undefined, p_vehicle: 'KDA 123A' }
  const entries = async () => (await city.feed()).map(({ reports, vehicle }) => ({ reports, vehicle }))
  const one = { reports: 1, vehicle: null }
  const first = await report('chebet', overloading)
  await report('eve', { ...overloading, p_lat: KOJA.lat + 0.01 })
  await report('amina', { ...overloading, p_device: PHONES.amina })
  expect(await entries()).toEqual([one, one, one])
  await city.db.shiftClock('2 minutes')
  const pair = await report('baraka', { ...overloading, p_vehicle: 'kda123a', p_device: PHONES.baraka })
  expect(await entries()).toMatchObject([{ reports: 4, vehicle: { plate: SIMBA.plate } }])
  expect(pair.incidentId).toBe((await city.feed())[0]?.id)
  // From then on similar reports join at once.
  await report('dalmas', overloading)
  expect(await entries()).toMatchObject([{ reports: 5 }])
  expect(first.state).toBe('linked')
  await withdraw('chebet', first.id)
  expect(await entries()).toMatchObject([{ reports: 4 }])
})

test('joins concurrent complaints about a vehicle that is being named', async () => {
  await makeKnown('amina', 'baraka', 'eve', 'chebet')
  const overloading = { p_category: 'overloading', p_injury: undefined, p_vehicle: SIMBA.plate }
  await report('amina', { ...overloading, p_device: PHONES.amina })
  await city.db.shiftClock('2 minutes')
  const rest = ['baraka', 'eve', 'baraka', 'eve', 'baraka', 'eve'] as const
  await city.db.parallel(rest.map((who) => () => report(who, { ...overloading, p_device: PHONES[who] })))
  expect(await city.feed()).toMatchObject([{ reports: 3, vehicle: { plate: SIMBA.plate } }])
})

test('does not join overloading with another vehicle, or with none', async () => {
  await makeKnown('amina')
  const overloading = { p_category: 'overloading', p_injury: undefined }
  await report('amina', { ...overloading, p_vehicle: 'KDA 123A', p_device: PHONES.amina })
  await city.db.shiftClock('2 minutes')
  await report('baraka', { ...overloading, p_vehicle: 'kda123a', p_lat: KOJA.lat + 0.03, p_device: PHONES.baraka })
  await report('eve', { ...overloading, p_vehicle: 'KDB 999Z' })
  await report('chebet', overloading)
  expect(
    await city.db.sql(
      `select vehicle_plate, (select count(*)::int from app.reports r where r.incident_id = i.id) as reports
         from app.incidents i where lifecycle = 'active' order by reports desc, vehicle_plate`,
    ),
  ).toEqual([
    { vehicle_plate: 'KDA123A', reports: 2 },
    { vehicle_plate: 'KDB999Z', reports: 1 },
    { vehicle_plate: null, reports: 1 },
  ])
})
