import { randomUUID } from 'node:crypto'
import type { Demo } from './demo-file.ts'
import { seen } from './fleet.ts'
import { PEOPLE } from './people.ts'
import { as, type Database, inThePast, openDemo, type SeedData, seed, turnBack } from './seed-data.ts'

// Pending items, so that the console of a new clone has a queue, and a reporter a question to answer.

/** `asked`: a reviewer's question about it. */
type Waiting = SeedData & { asked?: string | undefined }

const FARE = { rider: 'stranger', category: 'fare_dispute', stop: 2, vehicle: 4 } as const

/** Pending items: an injury, harassment, three new accounts with the same complaint about one vehicle, a question. */
const waitingIn = ({ waiting: { robbery, question, harassment, injury, fares = [] } }: Demo): Waiting[] => [
  {
    minutesAgo: 104,
    rider: 'baraka',
    category: 'robbery',
    stop: 1,
    note: robbery,
    asked: question,
  },
  {
    minutesAgo: 31,
    rider: 6,
    category: 'harassment',
    stop: 0,
    vehicle: 3,
    note: harassment,
  },
  {
    minutesAgo: 16,
    rider: 3,
    category: 'crash',
    stop: 3,
    injury: 'some',
    note: injury,
  },
  { ...FARE, minutesAgo: 24, note: fares[0] },
  { ...FARE, minutesAgo: 21, note: fares[1] },
  { ...FARE, minutesAgo: 18, note: fares[2] },
]
const ENTRY_MINUTES_AGO = 52

/** Seeds pending items, unless there are some already. Returns how many reports. */
export async function seedWaiting(database: Database): Promise<number> {
  const [queue] = await database.query<{ waits: boolean }>(
    `select exists (select from app.review_entries e where e.state in ('pending', 'claimed', 'escalated')) as waits`,
  )
  if (queue?.waits) return 0
  return inThePast(database, async () => {
    const demo = await openDemo(database)
    let told = 0
    for (const entry of waitingIn(demo.demo)) {
      const id = await seed(database, demo, entry)
      if (id !== null && entry.asked !== undefined) await ask(database, id, entry.asked)
      if (id !== null) told += 1
    }
    await seedEntry(database, demo)
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
async function seedEntry(
  database: Database,
  { demo, stages, vehicles }: Awaited<ReturnType<typeof openDemo>>,
): Promise<void> {
  const [stop, vehicle] = [stages[3]?.id, vehicles[2]]
  const [open] = await database.query(
    `select from app.surveyor_sessions s where s.surveyor_id = $1 and s.state = 'open'`,
    [PEOPLE.chebet.id],
  )
  if (stop === undefined || vehicle === undefined || open) return
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
    [randomUUID(), session, stop, JSON.stringify({ ...seen(vehicle), checks: CHECKS }), demo.field.checked ?? null],
  )
  await as(database, 'chebet', 'select api.end_surveyor_session(p_id => $2) from caller', [session])
}

const CHECKS = { tyres: 'faulty', seatBelts: 'ok', fireExtinguisher: 'missing' }
