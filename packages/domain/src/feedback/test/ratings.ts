import { randomUUID } from 'node:crypto'
import { buildSmallCity, CAST, openDatabase, SIMBA, type TestDatabase, type Who } from '@salama/testing'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** A rider outside the cast with an old account. */
export const rider = (n: number) => ({
  sub: `0e000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  role: 'authenticated',
})
/** A rider whose account is created on the day of these tests. */
export const newcomer = (n: number) => ({ ...rider(n), sub: rider(n).sub.replace('0e', '0f') })

export type Received = { id: string; repeated: boolean; [field: string]: unknown }
type Summary = {
  tooFew: boolean
  riders: number | null
  sentiment: { positive: number; neutral: number; negative: number } | null
  tags: { tag: string; riders: number }[]
  asOf: string | null
  [field: string]: unknown
}

/** A fixture city for the tests of one file, with a fixed clock (noon) and helpers to rate in it. */
export function useRatings() {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openDatabase()
    for (const id of [
      ...Array.from({ length: 20 }, (_, n) => rider(n).sub),
      ...Object.values(CAST).map((person) => person.id),
    ])
      await db.sql(
        `insert into auth.users (id, email, created_at) values ($1, $2, '2039-01-01')
         on conflict (id) do update set created_at = excluded.created_at`,
        [id, `${id}@salama.test`],
      )
  })
  beforeEach(async () => {
    await db.reset()
    await buildSmallCity(db)
    await at('0')
  })
  afterAll(() => db.close())

  /** Sets the clock to this interval after noon (UTC) of the day of these tests. */
  const at = async (after: string) => {
    await db.sql(
      `insert into app.clock (shift) values (timestamptz '2040-03-01 12:00Z' + $1::interval - now())
       on conflict (singleton) do update set shift = excluded.shift`,
      [after],
    )
  }
  /** Four stars for Simba by default. */
  const rate = async (who: Who, args: Record<string, unknown> = {}): Promise<Received> =>
    (await db.as(who).rpc('submit_ride_feedback', {
      p_id: randomUUID(),
      p_vehicle: SIMBA.plate,
      p_stars: 4,
      ...args,
    })) as Received

  return {
    get db() {
      return db
    },
    at,
    rate,
    /** Ratings of the crowd, from one number to another, one after the other. */
    crowd: async (from: number, to: number, args: Record<string, unknown> = {}) => {
      for (let n = from; n <= to; n++) await rate(rider(n), args)
    },
    summary: async (who: Who = 'eve') =>
      (await db.as(who).rpc('get_vehicle_feedback', { p_identifier: SIMBA.publicCode })) as Summary,
    /** All stored feedback, to assert that nothing changed. */
    stored: () =>
      db.sql(`select (select count(*) from app.feedback)::int as feedback,
                     (select count(*) from app.feedback_events)::int as events,
                     (select count(*) from app.review_entries)::int as reviews`),
    states: async () =>
      (await db.sql<{ state: string }>('select state from app.feedback order by received_at, id')).map(
        (row) => row.state,
      ),
  }
}
