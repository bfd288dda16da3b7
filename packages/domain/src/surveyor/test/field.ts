import { randomUUID } from 'node:crypto'
import { buildSmallCity, CAST, decide, KOJA, openDatabase, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { coursesFolder, readCourses } from '../../learning/files/index.ts'

export type Session = {
  id: string
  state: string
  startedAt: string
  touchedAt: string
  openUntil: string
  endedAt: string | null
  location: object | null
  entryCount: number
  repeated: boolean
}
/** What counts for the quota of a claim, and why the rest does not. */
type Tally = { counted: number; repeated: number; far: number; rejected: number; incomplete: number }
export type Claim = {
  assignmentId: string
  slotId: string
  token: number
  state: string
  claimedAt: string
  heldUntil: string
  offline: boolean
  sessionId: string | null
  entries: number
  tally: Tally
  counts: { id: string; minutes: number; vehicles: number }[]
  repeated: boolean
}
type Entry = {
  id: string
  state: string
  late: boolean
  contested: boolean
  seenBefore: boolean
  notCounted: string[]
  photos: number
  revisedBy: string | null
  vehicleId: string | null
  assignmentId: string | null
  claimToken: number | null
  decision: { reason: string | null; note: string | null; facts: string[]; reservedUntil: string | null } | null
  repeated: boolean
}
export type Assignment = {
  id: string
  title: string
  distanceM: number | null
  openSlots: number
  quota: { vehicles: number | null; minutes: number | null; facts: string[] }
  mine: Claim[]
  slots: {
    id: string
    state: string
    reason: string | null
    holderId: string | null
    tally: Tally
    countedMinutes: number
  }[]
}

/** A token of a user outside the cast. */
const person = (id: string): Who => ({ sub: id, role: 'authenticated' })

/**
 * A small city with field work for the tests of one file, reset before each of them. Chebet and Baraka are surveyors
 * who have passed the course.
 */
export function useField() {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
    for (const course of readCourses(coursesFolder()))
      await db.as('operator_server').rpc('load_course', { p_course: course })
    await db.keep()
  })
  beforeEach(async () => {
    await db.reset()
    await db.resetClock()
    await buildSmallCity(db)
    await makeSurveyor(CAST.baraka.id)
    await makeSurveyor(CAST.chebet.id)
  })
  afterAll(() => db.close())

  const makeSurveyor = async (id: string) => {
    await db.sql(`insert into app.user_roles (user_id, role) values ($1, 'surveyor') on conflict do nothing`, [id])
    await db.sql(
      `insert into app.enrolments (user_id, course_id, version, started_at, completed_at)
       select $1, c.id, c.newest_version, app.now(), app.now() from app.courses c where c.slug = 'surveyor-basics'
       on conflict (user_id, course_id) do update set completed_at = excluded.completed_at`,
      [id],
    )
  }
  const rpc = (who: Who, name: string, args: Record<string, unknown> = {}) => db.as(who).rpc(name, args)

  return {
    get db() {
      return db
    },
    rpc,
    makeSurveyor,
    /** Surveyors outside the cast, as tokens. */
    surveyors: async (n: number): Promise<Who[]> => {
      const ids = Array.from({ length: n }, () => randomUUID())
      for (const id of ids) await makeSurveyor(id)
      return ids.map(person)
    },
    start: async (who: Who, args: Record<string, unknown> = {}) =>
      (await rpc(who, 'start_surveyor_session', { p_id: randomUUID(), ...args })) as Session,
    touch: async (who: Who, id: string) => (await rpc(who, 'touch_surveyor_session', { p_id: id })) as Session,
    end: async (who: Who, id: string, endedAt?: string) =>
      (await rpc(who, 'end_surveyor_session', {
        p_id: id,
        ...(endedAt !== undefined && { p_ended_at: endedAt }),
      })) as Session,
    session: async (who: Who) => ((await rpc(who, 'get_surveyor_session')) as { session: Session | null }).session,
    assignment: async (args: Record<string, unknown> = {}) =>
      (await rpc('dalmas', 'create_assignment', {
        p_kind: 'stage_count',
        p_title: 'Morning at Koja',
        p_slot_count: 1,
        p_stop_id: KOJA.id,
        ...args,
      })) as Assignment,
    assignments: async (who: Who, args: Record<string, unknown> = {}) =>
      ((await rpc(who, 'list_surveyor_assignments', args)) as { data: Assignment[] }).data,
    slots: async (id: string) =>
      ((await rpc('dalmas', 'list_assignments')) as { data: Assignment[] }).data.find((each) => each.id === id)?.slots,
    claim: async (who: Who, assignment: string, args: Record<string, unknown> = {}) =>
      (await rpc(who, 'claim_assignment_slot', { p_id: assignment, ...args })) as Claim,
    submitSlot: async (who: Who, claim: Claim) =>
      (await rpc(who, 'submit_assignment_slot', {
        p_id: claim.assignmentId,
        p_token: claim.token,
      })) as { state: string; entries: number; counts: number; repeated: boolean },
    release: async (who: Who, claim: Claim, blocked?: string, note?: string) =>
      (await rpc(who, 'release_assignment_slot', {
        p_id: claim.assignmentId,
        p_token: claim.token,
        ...(blocked !== undefined && { p_blocked: blocked }),
        ...(note !== undefined && { p_note: note }),
      })) as { state: string; reason: string | null; repeated: boolean },
    submit: async (who: Who, session: string, args: Record<string, unknown> = {}) => {
      const sent = { p_id: randomUUID(), p_session_id: session, p_vehicle: { plate: 'KZZ 900X' }, ...args }
      const { repeated } = (await rpc(who, 'submit_vehicle_collection_entry', sent)) as Entry
      return { ...((await rpc(who, 'get_collection_entry', { p_id: sent.p_id })) as Entry), repeated }
    },
    entries: async (who: Who, args: Record<string, unknown> = {}) =>
      ((await rpc(who, 'list_collection_entries', args)) as { data: Entry[] }).data,
    entry: async (who: Who, id: string) =>
      ((await rpc(who, 'list_collection_entries', {})) as { data: Entry[] }).data.find((each) => each.id === id),
    /** Dalmas decides on an entry. */
    decide: (id: string, decision: string, input?: Record<string, unknown>) => decide(db, id, decision, input),
    face: async (id: string) =>
      (
        await db.sql<{ face: Record<string, unknown> }>(
          'select app.review_view_collection_entry(e) as face from app.review_entries e where e.subject_id = $1',
          [id],
        )
      )[0]?.face,
    /** This long before the clock's time. */
    ago: async (interval: string) =>
      String((await db.sql<{ t: string }>(`select (app.now() - $1::interval)::text as t`, [interval]))[0]?.t),
    count: async (table: string) => Number((await db.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n),
    /** Resolves with the outcome: 'done', or the slug of the failure. */
    settle: (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: { slug?: string }) => error.slug,
      ),
  }
}

export const HOUR = 3_600_000
