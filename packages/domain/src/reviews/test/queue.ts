import { randomUUID } from 'node:crypto'
import {
  buildSmallCity,
  CAST,
  KOJA,
  openDatabase,
  type PersonName,
  SIMBA,
  type TestDatabase,
  type Who,
} from '@salama/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type Kind = 'report' | 'feedback' | 'collection_entry' | 'dispute'
type Entry = { id: string; kind: string; state: string; version: number } & Record<string, unknown>
export type Decision = { entryId: string; decision: string; version: number } & Record<string, unknown>

/** A second admin: Baraka has the role in these tests, where two are needed. */
export const OTHER_ADMIN = 'baraka'

/** A user who has never signed in before. */
const stranger = (): Who => ({ sub: randomUUID(), role: 'authenticated' })

/** The review queue of a small city, and helpers to add a subject of each kind. */
export function useQueue() {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
  })
  const empty = async () => {
    await db.reset()
    await db.resetClock()
    await buildSmallCity(db)
    await db.sql(`insert into app.user_roles (user_id, role) values ($1, 'admin')`, [CAST[OTHER_ADMIN].id])
  }
  beforeEach(empty)
  afterAll(() => db.close())

  const report = async (who: Who, more: Record<string, unknown>) => {
    const sent = { p_id: randomUUID(), p_lat: KOJA.lat, p_lng: KOJA.lng, ...more }
    await db.as(who).rpc('submit_incident_report_without_vehicle', sent)
    return (await db.as(who).rpc('get_received_report', { p_id: sent.p_id })) as { id: string; incidentId: string }
  }

  const subjects: Record<Kind, (author: Who, vehicle?: Vehicle) => Promise<string>> = {
    report: async (author) => (await report(author, { p_category: 'robbery' })).id,
    /** Two others send the same, so this one is the third and they are a burst; the others are not queued. */
    feedback: async (author) => {
      const rate = async (who: Who) =>
        (await db.as(who).rpc('submit_ride_feedback', {
          p_id: randomUUID(),
          p_vehicle: SIMBA.plate,
          p_stars: 1,
          p_tags: ['rude'],
        })) as { id: string }
      for (let n = 0; n < 2; n++) await rate(stranger())
      const { id } = await rate(author)
      await db.sql(
        `select app.withdraw_review('feedback', e.subject_id) from app.review_entries e where e.subject_id <> $1 and e.kind = 'feedback'`,
        [id],
      )
      return id
    },
    collection_entry: async (_, vehicle = { plate: 'KZZ 900X', capacity: 33 }) => {
      const [open] = await db.sql<{ id: string }>(`select id from app.surveyor_sessions where state = 'open'`)
      const session = open?.id ?? randomUUID()
      if (!open) await db.as('chebet').rpc('start_surveyor_session', { p_id: session })
      const id = randomUUID()
      await db
        .as('chebet')
        .rpc('submit_vehicle_collection_entry', { p_id: id, p_session_id: session, p_vehicle: vehicle })
      return id
    },
    dispute: async (author) => {
      const { incidentId } = await report(author, { p_category: 'crash', p_injury: 'none' })
      const deniers = [stranger(), stranger(), stranger()]
      await db.shiftClock('-2 days')
      for (const who of deniers) await report(who, { p_category: 'hazard', p_visibility: 'private' })
      await db.resetClock()
      for (const who of deniers) await db.as(who).rpc('vote_on_incident', { p_id: incidentId, p_vote: 'deny' })
      return incidentId
    },
  }

  const claim = async (who: Who, id: string) => (await db.as(who).rpc('claim_review_entry', { p_id: id })) as Entry
  const decide = async (who: Who, { entryId, decision, version, ...more }: Decision) =>
    (await db.as(who).rpc('submit_review_decision', {
      p_entry_id: entryId,
      p_decision: decision,
      p_version: version,
      p_reason_code: more.reasonCode,
      p_note: more.note,
      p_edits: more.edits,
      p_duplicate_of: more.duplicateOf,
    })) as Entry
  const undo = async (who: Who, { id, version }: { id: string; version: number }, reason = 'It was a slip.') =>
    (await db.as(who).rpc('undo_review_decision', { p_id: id, p_version: version, p_reason: reason })) as Entry
  const stateOf = async (subject: string) => {
    const [row] = await db.sql<{ state: string }>(
      `select state from app.reports where id = $1 union all select state from app.feedback where id = $1
       union all select state from app.collection_entries where id = $1
       union all select corroboration from app.incidents where id = $1`,
      [subject],
    )
    return row?.state
  }
  return {
    get db() {
      return db
    },
    /** Resets to an empty queue. */
    empty,
    /** Adds a subject to the queue through its usual path, due at the given time; returns the entry's id. */
    open: async (kind: Kind = 'report', { author, dueIn, vehicle }: Opening = {}) => {
      const subject = await subjects[kind](author ?? stranger(), vehicle)
      const [row] = await db.sql<{ id: string }>(
        `update app.review_entries set due_at = coalesce(created_at + $2::interval, due_at) where subject_id = $1 returning id`,
        [subject, dueIn ?? null],
      )
      return { id: row?.id ?? '', subject }
    },
    claim,
    release: async (who: Who, id: string) => (await db.as(who).rpc('release_review_entry', { p_id: id })) as Entry,
    preview: async (who: Who, entries: { entryId: string; version: number }[], decision: string, reason?: string) =>
      (await db.as(who).rpc('preview_review_decisions', {
        p_entries: entries,
        p_decision: decision,
        p_reason_code: reason,
      })) as { data: Record<string, unknown>[] },
    bulk: async (who: Who, entries: { entryId: string; version: number }[], decision: string, reason?: string) =>
      (await db.as(who).rpc('submit_review_decisions', {
        p_entries: entries,
        p_decision: decision,
        p_reason_code: reason,
      })) as Bulk,
    undoBatch: async (who: Who, id: string, reason = 'It was a slip.') =>
      (await db.as(who).rpc('undo_review_batch', { p_id: id, p_reason: reason })) as {
        standing: number
        refused: { entryId: string; because: string }[]
      },
    decide,
    undo,
    stateOf,
    list: async (who: Who, args: Record<string, unknown> = {}) =>
      (await db.as(who).rpc('list_review_queue', args)) as { data: Entry[]; next: unknown; waiting: object[] },
    get: async (who: Who, id: string) =>
      (await db.as(who).rpc('get_review_entry', { p_id: id })) as Entry & { history: { to: string }[] },
    /** Everything that a rejected call must leave unchanged. */
    everything: async () => [
      await db.sql('select * from app.review_entries order by id'),
      await db.sql('select * from app.review_events order by id'),
      await db.sql('select * from app.audit_log order by id'),
      await db.sql('select * from app.reports order by id'),
      await db.sql('select * from app.incidents order by id'),
    ],
  }
}

type Vehicle = { plate: string; capacity: number }
type Opening = { author?: PersonName; dueIn?: string; vehicle?: Vehicle }
type Bulk = {
  data: { entryId: string; problem: string | null; effects: string[] }[]
  batch: { id: string; size: number; standing: number } | null
}
