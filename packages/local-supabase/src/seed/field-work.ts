import { readCity } from '@salama/domain/city-files'
import { callAs, type Database } from '../database/index.ts'
import { seen } from './fleet.ts'
import { PEOPLE } from './people.ts'
import { openDemo } from './seed-data.ts'

// Field work at real stages, and one invented vehicle that Chebet has recorded. Created through the same functions as
// real entries.

/** The stage is one of those of the demo; the words are in the city's `demo.json`, in this order. */
const ASSIGNMENTS = [
  { kind: 'stage_count', stage: 0, slots: 3, quota: { p_minutes: 120 } },
  { kind: 'stage_count', stage: 1, slots: 2, quota: { p_minutes: 120 } },
  { kind: 'vehicle_survey', stage: 2, slots: 2, quota: { p_vehicles: 10, p_facts: ['sticker', 'note', 'photo'] } },
  { kind: 'vehicle_survey', stage: 3, slots: 1, quota: { p_vehicles: 5 } },
] as const
const SESSION = '0e000000-0000-4000-8000-000000000001'
const ENTRY = '0e000000-0000-4000-8000-000000000002'

/** Creates assignments to claim and one approved entry; does nothing if there are assignments already. */
export async function seedFieldWork(database: Database): Promise<void> {
  const [found] = await database.query<{ any: boolean }>('select exists (select from app.assignments) as any')
  if (found?.any) return
  const { demo, stages, vehicles } = await openDemo(database)
  const [language] = readCity().languages
  for (const [nth, { kind, stage, slots, quota }] of ASSIGNMENTS.entries()) {
    const place = stages[stage]
    if (!place) continue
    const { title = {}, does = {} } = demo.assignments[nth] ?? {}
    const inCity = (text = '') => text.replaceAll('{stop}', place.name)
    await as(database, 'dalmas', 'create_assignment', {
      p_kind: kind,
      p_title: inCity(title[language] ?? '{stop}'),
      p_instructions: inCity(does[language]),
      p_title_sw: inCity(title.sw),
      p_instructions_sw: inCity(does.sw),
      p_stop_id: place.id,
      p_slot_count: slots,
      ...quota,
    })
  }
  const [at, recorded] = [stages[0]?.id, vehicles[1]]
  if (!recorded) return
  await as(database, 'chebet', 'start_surveyor_session', { p_id: SESSION, p_stop_id: at })
  await as(database, 'chebet', 'submit_vehicle_collection_entry', {
    p_id: ENTRY,
    p_session_id: SESSION,
    p_stop_id: at,
    p_vehicle: {
      ...seen(recorded),
      sticker: { status: 'seen', code: recorded.code },
      checks: { tyres: 'ok', seatBelts: 'ok', fireExtinguisher: 'missing' },
    },
  })
  await as(database, 'chebet', 'end_surveyor_session', { p_id: SESSION })
  await approve(database)
}

const as = (database: Database, name: keyof typeof PEOPLE, fn: string, args: Record<string, unknown>) =>
  database.transaction((tx) => callAs(tx, { sub: PEOPLE[name].id, role: 'authenticated' }, fn, args))

/** Approves the entry as Dalmas. */
async function approve(database: Database): Promise<void> {
  const [waiting] = await database.query<{ id: string; version: number }>(
    'select id, version from app.review_entries where subject_id = $1',
    [ENTRY],
  )
  await as(database, 'dalmas', 'submit_review_decision', {
    p_entry_id: waiting?.id,
    p_decision: 'approved',
    p_version: waiting?.version,
  })
}
