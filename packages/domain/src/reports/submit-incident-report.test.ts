import { randomUUID } from 'node:crypto'
import {
  buildSmallCity,
  KOJA,
  MACHAKOS,
  openDatabase,
  type PersonName,
  SIMBA,
  TEST_ROAD,
  type TestDatabase,
} from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let db: TestDatabase
beforeAll(async () => {
  db = await openDatabase()
})
beforeEach(async () => {
  await db.reset()
  await buildSmallCity(db)
})
afterAll(() => db.close())

const PHONES = { amina: 'a'.repeat(43), baraka: 'b'.repeat(43), eve: 'e'.repeat(43) } as const

async function registerPhones() {
  for (const device of Object.values(PHONES)) await db.as('service').rpc('register_device', { p_device: device })
}

type Answer = { id: string; state: string; incidentId: string | null; location: object; repeated: boolean }

/** A crash at Koja in which nobody was hurt, unless told otherwise. */
async function report(who: PersonName, args: Record<string, unknown> = {}): Promise<Answer> {
  const all = { p_id: randomUUID(), p_category: 'crash', p_injury: 'none', p_lat: KOJA.lat, p_lng: KOJA.lng, ...args }
  const name = 'p_vehicle' in all ? 'submit_incident_report' : 'submit_incident_report_without_vehicle'
  return (await db.as(who).rpc(name, all)) as Answer
}

const count = async (table: string) => Number((await db.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n)

async function nothingChanged(before: number[]) {
  expect([await count('app.reports'), await count('app.incidents'), await count('app.incident_feed')]).toEqual(before)
}

test('a report without anyone hurt is linked to a public incident at once', async () => {
  const answer = await report('amina')
  expect(answer).toMatchObject({
    state: 'linked',
    repeated: false,
    location: { inServiceArea: true, serviceArea: 'Nairobi', corridor: TEST_ROAD, distanceM: 0 },
  })
  expect(answer.incidentId).not.toBeNull()
})

test('a stop stands for its place, with an accuracy of 250 m', async () => {
  const { incidentId } = await report('amina', { p_lat: undefined, p_lng: undefined, p_stop_id: KOJA.id })
  expect(await db.sql('select lat, lng, accuracy_m from app.reports')).toEqual([
    { lat: KOJA.lat, lng: KOJA.lng, accuracy_m: 250 },
  ])
  expect(await db.as('eve').rpc('get_incident_feed_detail', { p_id: incidentId })).toMatchObject({ placeName: 'Koja' })
})

test('the same report sent again changes nothing and is answered with what is stored', async () => {
  const args = { p_id: randomUUID(), p_note: 'Two matatus.' }
  const first = await report('amina', args)
  await db.shiftClock('10 minutes')
  expect(await report('amina', args)).toEqual({ ...first, repeated: true })
  await nothingChanged([1, 1, 1])
})

test('the same report sent 50 times at once is one row', async () => {
  const args = { p_id: randomUUID() }
  const answers = await db.parallel(Array.from({ length: 50 }, () => () => report('amina', args)))
  expect(answers.filter((answer) => !answer.repeated)).toHaveLength(1)
  await nothingChanged([1, 1, 1])
})

test('an id cannot carry other content', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  await expect(report('amina', { p_id: id, p_note: 'Something else.' })).rejects.toMatchObject({ slug: 'id_reused' })
  await nothingChanged([1, 1, 1])
})

test('another rider cannot claim a report id, nor learn anything from trying', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  await expect(report('eve', { p_id: id })).rejects.toMatchObject({ slug: 'id_reused', detail: undefined })
  await nothingChanged([1, 1, 1])
})

test('two riders who send the same id at the same moment cannot both own it', async () => {
  const id = randomUUID()
  const sent = await Promise.allSettled([report('amina', { p_id: id }), report('eve', { p_id: id })])
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  await nothingChanged([1, 1, 1])
})

test('nobody reports without signing in, and the key of the server cannot report in a person’s place', async () => {
  const args = { p_id: randomUUID(), p_category: 'crash', p_lat: KOJA.lat, p_lng: KOJA.lng }
  for (const who of ['anon', 'service'] as const)
    await expect(db.as(who).rpc('submit_incident_report_without_vehicle', args)).rejects.toMatchObject({
      code: '42501',
    })
  await nothingChanged([0, 0, 0])
})

test('two crashes 500 m and 4 h apart are one incident; further apart they are two', async () => {
  const first = await report('amina')
  await db.shiftClock('3 hours 55 minutes')
  const near = await report('baraka', { p_lat: KOJA.lat - 0.0044 })
  expect(near.incidentId).toBe(first.incidentId)
  const far = await report('eve', { p_lat: KOJA.lat + 0.0046 })
  expect(far.incidentId).not.toBe(first.incidentId)
  await db.shiftClock('8 hours')
  expect((await report('amina')).incidentId).not.toBe(first.incidentId)
})

test('sixteen riders who report one crash at once make one incident', async () => {
  const riders = Array.from({ length: 16 }, (_, i) => ({
    role: 'authenticated',
    sub: `00000000-0000-4000-8000-0000000001${String(i).padStart(2, '0')}`,
  }))
  await db.parallel(
    riders.map(
      (claims, i) => () =>
        db.as(claims).rpc('submit_incident_report_without_vehicle', {
          p_id: randomUUID(),
          p_category: 'crash',
          p_injury: 'none',
          p_lat: KOJA.lat + (i % 4) * 0.0008,
          p_lng: KOJA.lng + Math.floor(i / 4) * 0.0008,
        }),
    ),
  )
  await nothingChanged([16, 1, 1])
  expect(await db.as('eve').rpc('get_latest_incident_feed')).toMatchObject({ data: [{ reports: 16 }] })
})

test('two accounts on two devices over a minute apart corroborate', async () => {
  await registerPhones()
  const { incidentId } = await report('amina', { p_device: PHONES.amina })
  await db.shiftClock('2 minutes')
  await report('baraka', { p_device: PHONES.baraka })
  expect(await db.as('eve').rpc('get_incident_feed_detail', { p_id: incidentId })).toMatchObject({
    corroboration: 'corroborated',
    reports: 2,
  })
})

test.each([
  ['one account twice', 'amina', PHONES.baraka, '2 minutes'],
  ['two accounts on one device', 'baraka', PHONES.amina, '2 minutes'],
  ['two accounts within a minute', 'baraka', PHONES.baraka, '59 seconds'],
  ['an account without a device', 'baraka', undefined, '2 minutes'],
  ['a device that no app registered', 'baraka', 'x'.repeat(43), '2 minutes'],
] as const)('%s does not corroborate', async (_, second, device, later) => {
  await registerPhones()
  const { incidentId } = await report('amina', { p_device: PHONES.amina })
  await db.shiftClock(later)
  await report(second, { p_device: device })
  expect(await db.as('eve').rpc('get_incident_feed_detail', { p_id: incidentId })).toMatchObject({
    corroboration: 'unverified',
  })
})

test('one rider who reports twice counts once', async () => {
  await report('amina')
  const { incidentId } = await report('amina')
  expect(await db.as('eve').rpc('get_incident_feed_detail', { p_id: incidentId })).toMatchObject({ reports: 1 })
})

test('a vehicle is named only when two accounts named it and the incident is corroborated', async () => {
  await registerPhones()
  const { incidentId } = await report('amina', { p_device: PHONES.amina })
  await db.shiftClock('2 minutes')
  await report('baraka', { p_device: PHONES.baraka })
  const face = () => db.as('eve').rpc('get_incident_feed_detail', { p_id: incidentId })
  await report('eve', { p_device: PHONES.eve, p_vehicle: 'kda-123a' })
  expect(await face()).toMatchObject({ corroboration: 'corroborated', vehicle: null })
  await report('baraka', { p_device: PHONES.baraka, p_vehicle: SIMBA.publicCode })
  expect(await face()).toMatchObject({
    vehicle: { plate: SIMBA.plate, publicCode: SIMBA.publicCode, fleetName: SIMBA.fleetName },
  })
})

test('a crash in which someone may be hurt shows at once, without a number or a vehicle', async () => {
  const { state, incidentId } = await report('amina', { p_injury: undefined, p_vehicle: SIMBA.plate })
  expect(state).toBe('in_review')
  expect(await db.as('eve').rpc('get_incident_feed_detail', { p_id: incidentId })).toMatchObject({
    category: 'crash',
    reports: null,
    vehicle: null,
    corroboration: 'unverified',
  })
})

test.each(['harassment', 'assault', 'robbery'])(
  '%s waits for a person and is in no public answer',
  async (category) => {
    const answer = await report('amina', {
      p_category: category,
      p_injury: undefined,
      p_note: 'He followed me off at Koja.',
    })
    expect(answer).toMatchObject({ state: 'in_review', incidentId: null })
    await db.shiftClock('90 minutes')
    for (const feed of [
      await db.as('eve').rpc('get_latest_incident_feed'),
      await db.as('eve').rpc('get_incident_feed_nearby', { p_lat: KOJA.lat, p_lng: KOJA.lng }),
      await db
        .as('eve')
        .rpc('get_incident_feed_in_bounds', { p_min_lat: -1.3, p_min_lng: 36.8, p_max_lat: -1.2, p_max_lng: 36.9 }),
    ])
      expect(feed).toMatchObject({ data: [] })
    await nothingChanged([1, 0, 0])
  },
)

test('a theft is public only as a cell, in full hours, and from the next full hour on', async () => {
  await db.sql(`insert into app.clock (shift) values (date_trunc('hour', now()) + interval '20 minutes' - now())`)
  const answer = await report('amina', { p_category: 'theft', p_injury: undefined, p_vehicle: SIMBA.plate })
  expect(answer).toMatchObject({ state: 'linked', incidentId: null })
  const feed = () => db.as('eve').rpc('get_latest_incident_feed') as Promise<{ data: Record<string, string>[] }>
  expect((await feed()).data).toEqual([])
  await db.shiftClock('1 hour')
  const [theft] = (await feed()).data
  expect(theft).toMatchObject({
    place: { lat: -1.285, lng: 36.825 },
    precision: 'coarse',
    placeName: null,
    vehicle: null,
  })
  for (const time of ['firstSeenAt', 'lastSeenAt', 'expiresAt']) expect(theft?.[time]).toMatch(/:00:00Z$/)
})

test('a second theft changes the public row only at the next full hour', async () => {
  const at = (minutes: number) =>
    db.sql(
      `insert into app.clock (shift) values (date_trunc('hour', now()) + make_interval(mins => $1) - now())
       on conflict (singleton) do update set shift = excluded.shift`,
      [minutes],
    )
  const reports = async () =>
    ((await db.as('eve').rpc('get_latest_incident_feed')) as { data: { reports: number }[] }).data.map((i) => i.reports)
  await at(20)
  await report('amina', { p_category: 'theft' })
  await at(70)
  expect(await reports()).toEqual([1])
  await report('baraka', { p_category: 'theft', p_lat: KOJA.lat + 0.0005 })
  expect(await reports()).toEqual([1])
  await at(119)
  expect(await reports()).toEqual([1])
  await at(121)
  expect(await reports()).toEqual([2])
})

test('a reporter can be more private than the category, never less', async () => {
  await report('amina', { p_visibility: 'private' })
  await report('amina', { p_category: 'theft', p_visibility: 'public' })
  expect(await db.sql('select category, visibility from app.reports order by category')).toEqual([
    { category: 'crash', visibility: 'private' },
    { category: 'theft', visibility: 'coarse' },
  ])
  expect(await count('app.incidents')).toBe(1)
})

test('outside the service area a report is refused with the corridor answer and stores nothing', async () => {
  await expect(report('amina', { p_lat: MACHAKOS.lat, p_lng: MACHAKOS.lng })).rejects.toMatchObject({
    slug: 'outside_service_area',
    detail: { location: { inServiceArea: false, serviceArea: 'Nairobi', corridor: null } },
  })
  await nothingChanged([0, 0, 0])
})

test('what only the database can know is refused together, each with its own code and path', async () => {
  await expect(
    report('amina', { p_lat: undefined, p_lng: undefined, p_stop_id: randomUUID(), p_vehicle: 'V-00000000' }),
  ).rejects.toMatchObject({
    slug: 'unknown_stop',
    detail: {
      errors: [
        { path: 'place.stopId', code: 'unknown_stop' },
        { path: 'vehicle.identifier', code: 'unknown_vehicle' },
      ],
    },
  })
  await nothingChanged([0, 0, 0])
})

test('a token used straight at the database meets the same bounds', async () => {
  await expect(
    report('eve', { p_category: 'gossip', p_injury: 'maybe', p_note: 'x'.repeat(2001), p_lat: 91, p_accuracy_m: -1 }),
  ).rejects.toMatchObject({
    slug: 'invalid_request',
    detail: {
      errors: ['category', 'injury', 'note', 'place', 'place.accuracyM'].map((path) =>
        expect.objectContaining({ path }),
      ),
    },
  })
  await expect(report('eve', { p_occurred_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
    slug: 'invalid_request',
  })
  await nothingChanged([0, 0, 0])
})

test('the sixth report in ten minutes is refused with the time to wait, and a retry still gets through', async () => {
  const id = randomUUID()
  await report('amina', { p_id: id })
  for (let i = 0; i < 4; i++) await report('amina')
  await expect(report('amina')).rejects.toMatchObject({
    slug: 'rate_limited',
    detail: { retryAfterS: expect.toSatisfy((s: number) => s > 590 && s <= 600) },
  })
  expect(await report('amina', { p_id: id })).toMatchObject({ repeated: true })
  await db.shiftClock('11 minutes')
  await report('amina')
  expect(await count('app.reports')).toBe(6)
})

test('six reports of one rider at once do not slip past the limit', async () => {
  const sent = await Promise.allSettled(Array.from({ length: 8 }, () => report('amina')))
  expect(sent.filter((each) => each.status === 'fulfilled')).toHaveLength(5)
})

test('what happened over two hours ago is kept but is not on the live feed', async () => {
  const { incidentId } = await report('amina', { p_occurred_at: new Date(Date.now() - 3 * 3600_000).toISOString() })
  expect(await db.as('eve').rpc('get_latest_incident_feed')).toMatchObject({ data: [] })
  expect(await db.as('eve').rpc('get_incident_feed_detail', { p_id: incidentId })).toMatchObject({
    lifecycle: 'expired',
  })
})

test('overloading joins only with the same vehicle', async () => {
  const first = await report('amina', { p_category: 'overloading', p_vehicle: 'KDA 123A' })
  const same = await report('baraka', { p_category: 'overloading', p_vehicle: 'kda123a', p_lat: KOJA.lat + 0.03 })
  const other = await report('eve', { p_category: 'overloading', p_vehicle: 'KDB 999Z' })
  expect(same.incidentId).toBe(first.incidentId)
  expect(other.incidentId).not.toBe(first.incidentId)
})

test('a note with a phone number, an address or an id number is flagged for the reviewer', async () => {
  await report('amina', { p_note: 'Driver 0712 345 678, a.b@c.co.ke, ID no. 12345678' })
  expect(await db.sql('select note_flags from app.reports')).toEqual([{ note_flags: ['phone', 'email', 'id_number'] }])
})

test('every change of a report is written down, in order', async () => {
  const { id } = await report('amina')
  expect(
    await db.sql('select from_state, to_state from app.report_events where report_id = $1 order by id', [id]),
  ).toEqual([
    { from_state: 'received', to_state: 'accepted' },
    { from_state: 'accepted', to_state: 'linked' },
  ])
})

test('a move that the table does not know is refused with the moves that it does', async () => {
  const { id } = await report('amina')
  await expect(db.sql(`select app.move_report($1, 'held')`, [id])).rejects.toMatchObject({
    message: 'invalid_transition',
    detail: '{"currentState": "linked", "allowedTransitions": ["purged", "withdrawn"]}',
  })
})
