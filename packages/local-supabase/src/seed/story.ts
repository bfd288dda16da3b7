import { createHash, randomUUID } from 'node:crypto'
import type { Queryable } from '../database/database.ts'
import { PEOPLE, type PersonName } from './people.ts'

// What invented riders report at real stages, so that a new clone shows a living map and reviewers have something to decide.
// Told through the same functions as any report, two hours back and minute by minute, so that it obeys every rule: it
// joins, corroborates, coarsens, waits.

type Stranger = { isNew: true }

type Told = {
  minutesAgo: number
  /** A demo person with an account of a month, an invented rider known by their ratings, or somebody never heard of. */
  rider: PersonName | number | Stranger
  category: string
  stop: string
  vehicle?: string
  injury?: 'none' | 'some'
  note?: string
  /** What a reviewer wants to know of it. */
  asked?: string
}

const LIVE: Told[] = [
  { minutesAgo: 118, rider: 1, category: 'theft', stop: 'Odeon' },
  { minutesAgo: 55, rider: 2, category: 'road_block', stop: 'Globe' },
  { minutesAgo: 48, rider: 'baraka', category: 'road_block', stop: 'Globe' },
  // Two accounts of a month on two phones, eight minutes apart, and both name the vehicle.
  { minutesAgo: 41, rider: 'amina', category: 'crash', stop: 'Allsops', injury: 'none', vehicle: 'KZZ 102D' },
  { minutesAgo: 36, rider: 5, category: 'crash', stop: 'Allsops', injury: 'none' },
  { minutesAgo: 33, rider: 'baraka', category: 'crash', stop: 'Allsops', injury: 'none', vehicle: 'KZZ 102D' },
  { minutesAgo: 27, rider: 7, category: 'overloading', stop: 'Kencom/Ambassadeur', vehicle: 'KZZ 101D' },
  { minutesAgo: 22, rider: 8, category: 'reckless_driving', stop: 'Roysambu', vehicle: 'KZZ 202D' },
  { minutesAgo: 19, rider: 1, category: 'reckless_driving', stop: 'Roysambu', vehicle: 'KZZ 202D' },
  { minutesAgo: 14, rider: 2, category: 'breakdown', stop: 'Bellevue', vehicle: 'KZZ 301D' },
  { minutesAgo: 9, rider: 3, category: 'hazard', stop: 'Kenyatta Market Flyover' },
  { minutesAgo: 6, rider: 4, category: 'fare_dispute', stop: 'Railways', vehicle: 'KZZ 201D' },
]

const STRANGER: Stranger = { isNew: true }
const FARE = { rider: STRANGER, category: 'fare_dispute', stop: 'Kencom/Ambassadeur', vehicle: 'KZZ 301D' } as const

/** What waits for a person: someone hurt, harassment, three new accounts that say the same of one vehicle, a question. */
const WAITING: Told[] = [
  {
    minutesAgo: 104,
    rider: 'baraka',
    category: 'robbery',
    stop: 'Railways',
    note: 'Two men at the door took phones as we left the stage.',
    asked: 'Were they still on the vehicle when it left, or did they stay at the stage?',
  },
  {
    minutesAgo: 31,
    rider: 6,
    category: 'harassment',
    stop: 'Odeon',
    vehicle: 'KZZ 202D',
    note: 'The conductor held my arm and would not let me off until I gave him my number.',
  },
  {
    minutesAgo: 16,
    rider: 3,
    category: 'crash',
    stop: 'Roysambu',
    injury: 'some',
    note: 'A boda boda under a minibus, one person is lying on the road.',
  },
  { ...FARE, minutesAgo: 24, note: 'Double the fare, no receipt.' },
  { ...FARE, minutesAgo: 21, note: 'He asked for 200.' },
  { ...FARE, minutesAgo: 18, note: 'Double the fare.' },
]
const ENTRY_MINUTES_AGO = 52

type Database = Pick<Queryable, 'query'>

/**
 * Tells the story again when nothing is live, so that a demo that was left alone for days is not an empty page; and what
 * waits, when nothing does. Answers how many reports were told.
 */
export async function tellStory(database: Database): Promise<number> {
  // Whoever stopped an earlier telling in the middle must not leave the clock where it was.
  await database.query('delete from app.clock')
  const [now] = await database.query<{ live: boolean; waiting: boolean }>(
    `select exists (select from app.incident_feed f where f.visible_until > app.now()) as live,
            exists (select from app.review_entries e where e.state in ('pending', 'claimed', 'escalated')) as waiting`,
  )
  if (now?.live) return 0
  const reports = now?.waiting ? LIVE : [...LIVE, ...WAITING].toSorted((a, b) => b.minutesAgo - a.minutesAgo)
  let told = 0
  try {
    for (const report of reports) told += await tell(database, report)
    if (!now?.waiting) await tellEntry(database)
  } finally {
    await database.query('delete from app.clock')
  }
  return told
}

const riderId = (rider: Told['rider']) => {
  if (typeof rider === 'string') return PEOPLE[rider].id
  return typeof rider === 'number' ? `0d000000-0000-4000-8000-00000000000${rider}` : randomUUID()
}

const turnBack = (database: Database, minutes: number) =>
  database.query(
    `insert into app.clock (shift) values (make_interval(mins => -$1::int))
     on conflict (singleton) do update set shift = excluded.shift`,
    [minutes],
  )

/** One report, at its time, from its rider's own phone. A stage that the network does not have is left out. */
async function tell(database: Database, entry: Told): Promise<number> {
  const stop = await stopId(database, entry.stop)
  if (stop === undefined) return 0
  const [id, rider] = [randomUUID(), riderId(entry.rider)]
  const device = createHash('sha256').update(rider).digest('base64url')
  await turnBack(database, entry.minutesAgo)
  await database.query('select api.register_device($1)', [device])
  await database.query(
    `select app.receive_report(
              ($3, $4, null, null, null, $6, null, $5, $7, null, null)::app.report_content,
              $1::uuid, $2::uuid, app.known_device($8))`,
    [id, rider, entry.category, entry.vehicle ?? null, entry.injury ?? null, stop, entry.note ?? null, device],
  )
  if (entry.asked !== undefined) await ask(database, id, entry.asked)
  return 1
}

/** Dalmas asks the reporter something. */
async function ask(database: Database, report: string, question: string): Promise<void> {
  await as(
    database,
    'dalmas',
    `select api.claim_review_entry(e.id) from app.review_entries e, caller where e.subject_id = $2`,
    [report],
  )
  await as(
    database,
    'dalmas',
    `select api.submit_review_decision(e.id, 'changes_requested', e.version, 'unclear', $3)
       from app.review_entries e, caller where e.subject_id = $2`,
    [report, question],
  )
}

/** Chebet records a vehicle, and it waits for a reviewer. Not while she is at work. */
async function tellEntry(database: Database): Promise<void> {
  const stop = await stopId(database, 'Roysambu')
  const [open] = await database.query(
    `select from app.surveyor_sessions s where s.surveyor_id = $1 and s.state = 'open'`,
    [PEOPLE.chebet.id],
  )
  if (stop === undefined || open) return
  const session = randomUUID()
  await turnBack(database, ENTRY_MINUTES_AGO + 10)
  await as(database, 'chebet', 'select api.start_surveyor_session(p_id => $2, p_stop_id => $3) from caller', [
    session,
    stop,
  ])
  await turnBack(database, ENTRY_MINUTES_AGO)
  await as(
    database,
    'chebet',
    `select api.submit_vehicle_collection_entry(
              p_id => $2, p_session_id => $3, p_stop_id => $4, p_vehicle => $5::text::jsonb, p_note => $6) from caller`,
    [randomUUID(), session, stop, JSON.stringify(SEEN), 'The extinguisher hangs there, but it is empty.'],
  )
  await as(database, 'chebet', 'select api.end_surveyor_session(p_id => $2) from caller', [session])
}

const SEEN = {
  plate: 'KZZ 201D',
  fleetName: 'Tausi 1',
  sacco: { name: 'Tausi Demo Shuttle' },
  capacity: 14,
  checks: { tyres: 'faulty', seatBelts: 'ok', fireExtinguisher: 'missing' },
}

/** A statement in the name of a demo person; `caller` stands in its from list, so that the name is there before it is asked. */
const as = (database: Database, person: PersonName, statement: string, params: unknown[]) =>
  database.query(
    `with caller as materialized (select set_config('request.jwt.claims', $1, true) as claims) ${statement}`,
    [JSON.stringify({ sub: PEOPLE[person].id, role: 'authenticated' }), ...params],
  )

async function stopId(database: Database, name: string): Promise<string | undefined> {
  const [stop] = await database.query<{ id: string }>(
    'select id from app.stops where name_key = app.name_key($1) and retired_at is null order by gtfs_id limit 1',
    [name],
  )
  return stop?.id
}
