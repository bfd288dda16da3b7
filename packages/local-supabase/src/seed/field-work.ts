import { callAs, type Database } from '../database/index.ts'
import { PEOPLE } from './people.ts'
import { stopId } from './seed-data.ts'

// Field work at real stages, and one invented vehicle that Chebet has recorded. Created through the same functions as
// real entries.

type Assignment = {
  kind: 'stage_count' | 'vehicle_survey'
  stop: string
  title: string
  does: string
  /** The same in Swahili. */
  titleSw: string
  doesSw: string
  slots: number
  quota: { p_vehicles?: number; p_minutes?: number; p_facts?: string[] }
}

const ASSIGNMENTS: Assignment[] = [
  {
    kind: 'stage_count',
    stop: 'Odeon',
    title: 'Odeon: morning peak',
    does: 'Record every minibus that leaves between 7 and 9. Stand where the crews can see you.',
    titleSw: 'Odeon: kilele cha asubuhi',
    doesSw: 'Rekodi kila matatu inayoondoka kati ya 07:00 na 09:00. Simama mahali ambapo makondakta wanakuona.',
    slots: 3,
    quota: { p_minutes: 120 },
  },
  {
    kind: 'stage_count',
    stop: 'Railways',
    title: 'Railways: evening peak',
    does: 'Record every minibus that loads between 17 and 19.',
    titleSw: 'Railways: kilele cha jioni',
    doesSw: 'Rekodi kila matatu inayopakia abiria kati ya 17:00 na 19:00.',
    slots: 2,
    quota: { p_minutes: 120 },
  },
  {
    kind: 'vehicle_survey',
    stop: 'Kencom/Ambassadeur',
    title: 'Kencom: stickers',
    does: 'Ten vehicles: is the sticker there, and can it be read from a seat?',
    titleSw: 'Kencom: vibandiko',
    doesSw: 'Magari kumi: je, kibandiko kipo, na kinasomeka ukiwa umeketi?',
    slots: 2,
    quota: { p_vehicles: 10, p_facts: ['sticker', 'note', 'photo'] },
  },
  {
    kind: 'vehicle_survey',
    stop: 'Roysambu',
    title: 'Roysambu: seat belts and exits',
    does: 'Five vehicles, with the crew’s consent: belts, emergency exit, fire extinguisher.',
    titleSw: 'Roysambu: mikanda na milango ya dharura',
    doesSw: 'Magari matano, kwa ridhaa ya wahudumu: mikanda, mlango wa dharura, kizima moto.',
    slots: 1,
    quota: { p_vehicles: 5 },
  },
]
const SESSION = '0e000000-0000-4000-8000-000000000001'
const ENTRY = '0e000000-0000-4000-8000-000000000002'

/** Creates assignments to claim and one approved entry; does nothing if there are assignments already. */
export async function seedFieldWork(database: Database): Promise<void> {
  const [found] = await database.query<{ any: boolean }>('select exists (select from app.assignments) as any')
  if (found?.any) return
  for (const assignment of ASSIGNMENTS) await ask(database, assignment)
  const at = await stopId(database, 'Odeon')
  await as(database, 'chebet', 'start_surveyor_session', { p_id: SESSION, p_stop_id: at })
  await as(database, 'chebet', 'submit_vehicle_collection_entry', {
    p_id: ENTRY,
    p_session_id: SESSION,
    p_stop_id: at,
    p_vehicle: {
      plate: 'KZZ 102D',
      fleetName: 'Kifaru 2',
      sacco: { name: 'Kifaru Demo Sacco' },
      capacity: 33,
      sticker: { status: 'seen', code: 'V-2HT8WBN4' },
      checks: { tyres: 'ok', seatBelts: 'ok', fireExtinguisher: 'missing' },
    },
  })
  await as(database, 'chebet', 'end_surveyor_session', { p_id: SESSION })
  await approve(database)
}

const as = (database: Database, name: keyof typeof PEOPLE, fn: string, args: Record<string, unknown>) =>
  database.transaction((tx) => callAs(tx, { sub: PEOPLE[name].id, role: 'authenticated' }, fn, args))

/** Skips a stage that the network does not have. */
async function ask(
  database: Database,
  { kind, stop, title, does, titleSw, doesSw, slots, quota }: Assignment,
): Promise<void> {
  const at = await stopId(database, stop)
  if (at === undefined) return
  await as(database, 'dalmas', 'create_assignment', {
    p_kind: kind,
    p_title: title,
    p_instructions: does,
    p_title_sw: titleSw,
    p_instructions_sw: doesSw,
    p_stop_id: at,
    p_slot_count: slots,
    ...quota,
  })
}

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
