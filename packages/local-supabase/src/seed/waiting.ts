import { randomUUID } from 'node:crypto'
import { PEOPLE } from './people.ts'
import { as, type Database, inThePast, type SeedData, seed, stopId, turnBack } from './seed-data.ts'

// Pending items, so that the console of a new clone has a queue, and a reporter a question to answer.

/** `asked`: a reviewer's question about it. */
type Waiting = SeedData & { asked?: string }

const FARE = { rider: 'stranger', category: 'fare_dispute', stop: 'Kencom/Ambassadeur', vehicle: 'KZZ 301D' } as const

/** Pending items: an injury, harassment, three new accounts with the same complaint about one vehicle, a question. */
const WAITING: Waiting[] = [
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

/** Seeds pending items, unless there are some already. Returns how many reports. */
export async function seedWaiting(database: Database): Promise<number> {
  const [queue] = await database.query<{ waits: boolean }>(
    `select exists (select from app.review_entries e where e.state in ('pending', 'claimed', 'escalated')) as waits`,
  )
  if (queue?.waits) return 0
  return inThePast(database, async () => {
    let told = 0
    for (const entry of WAITING) {
      const id = await seed(database, entry)
      if (id !== null && entry.asked !== undefined) await ask(database, id, entry.asked)
      if (id !== null) told += 1
    }
    await seedEntry(database)
    return told
  })
}

/** Asks the reporter a question as Dalmas. */
async function ask(database: Database, report: string, question: string): Promise<void> {
  await as(
    database,
    'dalmas',
    `select api.submit_review_decision(e.id, 'changes_requested', e.version, 'unclear', $3)
       from app.review_entries e, caller where e.subject_id = $2`,
    [report, question],
  )
}

/** Records a vehicle as Chebet, which is pending too. Skipped while she has an open session. */
async function seedEntry(database: Database): Promise<void> {
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
