import { randomUUID } from 'node:crypto'
import { buildSmallCity, openDatabase, type TestDatabase } from '@salama/testing'
import { middle } from './compare.ts'

const WRITERS = 16
const ROUNDS = 5
const SECONDS = 4

/** Places where everybody reports at once, about 2 km from each other, so that only reports of one place can join. */
const SPOTS = Array.from({ length: 40 }, (_, i) => ({
  lat: -1.4 + (i % 8) * 0.02,
  lng: 36.7 + Math.floor(i / 8) * 0.02,
}))
const CATEGORIES = ['hazard', 'road_block', 'breakdown']

type Figures = { perSecond: number; doubles: number }

/**
 * Sixteen riders report on hot spots at once, on PostgreSQL: with the locks that keep one thing one incident, with the locks
 * taken out, and against a plain one-row insert in the same kind of transaction. A double is an incident that should have
 * been joined to another.
 */
export async function intake(): Promise<void> {
  const db = await openDatabase()
  try {
    if (db.url === undefined) throw new Error('Writers queue on the embedded database: run this with --postgres')
    const [{ version = '', locked = '' } = {}] = await db.sql<{ version: string; locked: string }>(
      `select version(), pg_get_functiondef('app.lock_for_joining'::regproc) as locked`,
    )
    console.log(version)
    await db.sql(
      'create table app.bench_rows (id uuid primary key, category text, lat float8, lng float8, at timestamptz)',
    )
    await db.sql(`create function api.bench_insert(p_id uuid, p_category text, p_lat float8, p_lng float8) returns void
      language plpgsql security definer set search_path = '' as $$
      begin insert into app.bench_rows values (p_id, p_category, p_lat, p_lng, now()); end $$`)
    await db.sql('grant execute on function api.bench_insert to authenticated')
    const unlocked = locked.replace(/AS \$function\$[\s\S]*\$function\$/, 'AS $function$ begin end $function$')
    const peers: Record<string, () => Promise<Figures>> = {
      locked: async () => {
        await db.sql(locked)
        return write(db, REPORT, SECONDS)
      },
      unlocked: async () => {
        await db.sql(unlocked)
        return write(db, REPORT, SECONDS)
      },
      insert: () => write(db, 'bench_insert', SECONDS),
    }
    await write(db, REPORT, 2)
    console.log(`${WRITERS} writers, ${ROUNDS} rounds of ${SECONDS} s each`)
    const rounds: Record<string, Figures>[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const figures: Record<string, Figures> = {}
      for (const [name, run] of Object.entries(peers)) figures[name] = await run()
      rounds.push(figures)
      console.log(`round ${round}: ${Object.entries(figures).map(text).join(' | ')}`)
    }
    for (const peer of ['unlocked', 'insert'])
      console.log(
        `locked / ${peer}: median ratio ${middle(rounds.map((each) => rate(each, 'locked') / rate(each, peer))).toFixed(2)}`,
      )
  } finally {
    await db.close()
  }
}

const REPORT = 'submit_incident_report_without_vehicle'

/** Lets all writers call a function as fast as they can, each time as somebody else, in a city without reports. */
async function write(db: TestDatabase, name: string, seconds: number): Promise<Figures> {
  await db.reset()
  await buildSmallCity(db)
  const until = performance.now() + seconds * 1000
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
      calls++
    }
  }
  const begun = performance.now()
  await db.parallel(Array.from({ length: WRITERS }, (_, own) => () => writer(own)))
  const perSecond = calls / ((performance.now() - begun) / 1000)
  const [{ doubles = 0 } = {}] = await db.sql<{ doubles: number }>(
    `select (count(*) - count(distinct (category, round(lat::numeric, 2), round(lng::numeric, 2))))::int as doubles from app.incidents`,
  )
  return { perSecond, doubles }
}

const rate = (round: Record<string, Figures>, name: string) => round[name]?.perSecond ?? Number.NaN
const text = ([name, { perSecond, doubles }]: [string, Figures]) =>
  `${name} ${perSecond.toFixed(0)}/s (${doubles} doubles)`
