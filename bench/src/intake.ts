import { randomUUID } from 'node:crypto'
import { buildSmallCity, openDatabase, type TestDatabase } from '@salama/testing'
import { type Effort, ratioOf, spreadOf } from './compare.ts'
import { atLeast, atMost, type Part, spread } from './results.ts'

const WRITERS = 16
const WARM_UP_MS = 2_000

/** Places where everybody reports at once, about 2 km from each other, so that only reports of one place can join. */
const SPOTS = Array.from({ length: 40 }, (_, i) => ({
  lat: -1.4 + (i % 8) * 0.02,
  lng: 36.7 + Math.floor(i / 8) * 0.02,
}))
const CATEGORIES = ['hazard', 'road_block', 'breakdown']

type Figures = { perSecond: number; doubles: number }

/**
 * Sixteen riders report on hot spots at once, on PostgreSQL: with and without the locks that keep one thing one
 * incident, and as a plain one-row insert. A double: an incident that should have joined another.
 */
export async function intake({ rounds, seconds }: Effort): Promise<Part> {
  const db = await openDatabase()
  try {
    const [{ locked = '' } = {}] = await db.sql<{ locked: string }>(
      `select pg_get_functiondef('app.lock_for_joining'::regproc) as locked`,
    )
    await db.sql(
      'create table app.bench_rows (id uuid primary key, category text, lat float8, lng float8, at timestamptz)',
    )
    await db.sql(`create function api.bench_insert(p_id uuid, p_category text, p_lat float8, p_lng float8) returns void
      language plpgsql security definer set search_path = '' as $$
      begin insert into app.bench_rows values (p_id, p_category, p_lat, p_lng, now()); end $$`)
    await db.sql('grant execute on function api.bench_insert to authenticated')
    const unlocked = locked.replace(/AS \$function\$[\s\S]*\$function\$/, 'AS $function$ begin end $function$')
    const peers: Record<string, () => Promise<Figures>> = {
      report: () => db.sql(locked).then(() => write(db, REPORT, seconds)),
      'report without locks': () => db.sql(unlocked).then(() => write(db, REPORT, seconds)),
      'one-row insert': () => write(db, 'bench_insert', seconds),
    }
    const measured = new Map(Object.keys(peers).map((name): [string, Figures[]] => [name, []]))
    for (let round = 1; round <= rounds; round++) {
      for (const [name, run] of Object.entries(peers)) measured.get(name)?.push(await run())
      console.log(
        `  round ${round}: ${[...measured].map(([name, all]) => `${name} ${all.at(-1)?.perSecond.toFixed(0)}/s`).join(', ')}`,
      )
    }
    const of = (name: string, figure: keyof Figures) => measured.get(name)?.map((each) => each[figure]) ?? []
    const ratio = (to: string) => ratioOf(of('report', 'perSecond'), of(to, 'perSecond'))
    return {
      goals: [
        atLeast('a report / a one-row insert', ratio('one-row insert'), 0.4),
        atLeast('a report / without the locks', ratio('report without locks'), 0.95),
        atMost('incidents opened twice', spreadOf(of('report', 'doubles')), 0, ''),
      ],
      tables: [
        {
          title: `Intake: ${WRITERS} riders report on ${SPOTS.length} hot spots at once`,
          columns: ['', 'per second', 'incidents opened twice'],
          rows: Object.keys(peers).map((name) => [
            name,
            spread(spreadOf(of(name, 'perSecond'))),
            spread(spreadOf(of(name, 'doubles'))),
          ]),
        },
      ],
    }
  } finally {
    await db.close()
  }
}

const REPORT = 'submit_incident_report_without_vehicle'

/**
 * Lets all writers call a function as fast as they can, each time as somebody else, in a city without reports. Calls are
 * counted after a while: a new connection has to compile and plan everything first.
 */
async function write(db: TestDatabase, name: string, seconds: number): Promise<Figures> {
  await db.reset()
  await buildSmallCity(db)
  const from = performance.now() + WARM_UP_MS
  const until = from + seconds * 1000
  let calls = 0
  const writer = async (own: number) => {
    for (let i = own; performance.now() < until; i += WRITERS) {
      const spot = SPOTS[(i * 7) % SPOTS.length] ?? { lat: 0, lng: 0 }
      await db.as({ role: 'authenticated', sub: randomUUID() }).rpc(name, {
        p_id: randomUUID(),
        p_category: CATEGORIES[i % CATEGORIES.length],
        p_lat: spot.lat + (i % 5) * 0.0001,
        p_lng: spot.lng + (i % 3) * 0.0001,
      })
      if (performance.now() > from) calls++
    }
  }
  await db.parallel(Array.from({ length: WRITERS }, (_, own) => () => writer(own)))
  const perSecond = calls / ((performance.now() - from) / 1000)
  const [{ doubles = 0 } = {}] = await db.sql<{ doubles: number }>(
    `select (count(*) - count(distinct (category, round(lat::numeric, 2), round(lng::numeric, 2))))::int as doubles from app.incidents`,
  )
  return { perSecond, doubles }
}
