import { randomUUID } from 'node:crypto'
import { buildSmallCity, decide, KOJA, openDatabase, type PersonName, type TestDatabase } from '@salama/testing'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

/** The values of three registered device cookies. */
export const PHONES = { amina: 'a'.repeat(43), baraka: 'b'.repeat(43), eve: 'e'.repeat(43) } as const

type Answer = { id: string; state: string; incidentId: string | null; location: object; repeated: boolean }

/**
 * A small city for the tests of one file, reset before each of them, and helpers to report in it. The object is filled
 * before the first test runs.
 */
export function useCity() {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
  })
  const again = async () => {
    await db.reset()
    await buildSmallCity(db)
    for (const device of Object.values(PHONES)) await db.as('rider_server').rpc('register_device', { p_device: device })
  }
  beforeEach(again)
  afterAll(() => db.close())

  const count = async (table: string) =>
    Number((await db.sql<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n)

  /** A crash at Koja without injuries by default. */
  const report = async (who: PersonName | 'rider_server', args: Record<string, unknown> = {}): Promise<Answer> => {
    const crash = { p_category: 'crash', p_injury: 'none', p_lat: KOJA.lat, p_lng: KOJA.lng }
    const name = 'p_vehicle' in args ? 'submit_incident_report' : 'submit_incident_report_without_vehicle'
    const sent = { p_id: randomUUID(), ...crash, ...args }
    const { repeated } = (await db.as(who).rpc(name, sent)) as Answer
    const { p_device, p_receipt_code }: Record<string, unknown> = args
    const received = await db.as(who).rpc('get_received_report', { p_id: sent.p_id, p_device, p_receipt_code })
    return { ...(received as Answer), repeated }
  }

  return {
    get db() {
      return db
    },
    /** Rebuilds the city. */
    again,
    report,
    /** The same from a phone without a signed-in user, each on a network of its own. */
    reportAs: (phone: keyof typeof PHONES, args: Record<string, unknown> = {}) =>
      report('rider_server', { p_device: PHONES[phone], p_networks: [phone], ...args }),
    /** Makes these accounts two days old, so that they are no longer new and their votes count. */
    makeKnown: async (...people: PersonName[]) => {
      await db.shiftClock('-2 days')
      for (const who of people)
        await db.as(who).rpc('submit_incident_report_without_vehicle', {
          p_id: randomUUID(),
          p_category: 'hazard',
          p_visibility: 'private',
          p_lat: KOJA.lat,
          p_lng: KOJA.lng,
        })
      await db.resetClock()
    },
    /** Returns the incident after the vote. */
    vote: async (who: PersonName, id: string | null, vote: string | null, device?: string) => {
      await db.as(who).rpc('vote_on_incident', {
        p_id: id,
        p_vote: vote,
        ...(device !== undefined && { p_device: device }),
      })
      return (await db.as(who).rpc('get_incident_feed_detail', { p_id: id })) as Record<string, unknown>
    },
    withdraw: (who: PersonName, id: string) => db.as(who).rpc('withdraw_report', { p_id: id }),
    /** Dalmas decides on a report, or on the dispute about an incident. */
    decide: (subject: string, decision: string, input?: Record<string, unknown>) =>
      decide(db, subject, decision, input),
    /** The pending entries of the review queue. */
    queue: () =>
      db.sql(
        `select kind, subject_id as subject, author_id as author, reason, extract(epoch from due_at - created_at)::int / 3600 as hours
           from app.review_entries where state = 'pending' order by created_at, subject_id`,
      ),
    /** The live feed as Eve reads it. */
    feed: async () =>
      ((await db.as('eve').rpc('get_latest_incident_feed')) as { data: Record<string, unknown>[] }).data,
    /** An incident's page as Eve reads it. */
    page: (id: string | null) => db.as('eve').rpc('get_incident_feed_detail', { p_id: id }),
    /** Sets the clock to this many minutes after a fixed full hour. */
    atMinute: (minutes: number) =>
      db.sql(
        `insert into app.clock (shift) values (timestamptz '2040-01-01 10:00Z' + make_interval(mins => $1) - now())
         on conflict (singleton) do update set shift = excluded.shift`,
        [minutes],
      ),
    /** This many minutes before the clock's time. */
    ago: async (minutes: number) =>
      (await db.sql<{ t: string }>(`select (app.now() - make_interval(mins => $1))::text as t`, [minutes]))[0]?.t,
    count,
    /** Expects this many reports, incidents and rows of the feed. */
    expectRows: async (reports: number, incidents: number, rows: number) => {
      expect([await count('app.reports'), await count('app.incidents'), await count('app.incident_feed')]).toEqual([
        reports,
        incidents,
        rows,
      ])
    },
  }
}
