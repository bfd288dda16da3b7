import { openPostgres } from '@salama/local-supabase/database'
import { seedDemo } from '@salama/local-supabase/seed'
import { openDatabase, type TestDatabase } from '@salama/testing'
import {
  ABSENT_CATEGORY,
  ADMIN,
  BUSY_PLATE,
  fillSkewed,
  placesOf,
  RARE_CATEGORY,
  RIDER,
  SURVEYOR,
} from '../../packages/local-supabase/src/test/skewed-data.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const CALLS = 400

/** Each place is moved a little for each call, so that no two are the same. */
const READS: [name: string, claims: object, call: string][] = [
  ['nearby, 2 km', RIDER, 'api.get_incident_feed_nearby($1, $2)'],
  ['nearby, 25 km', RIDER, 'api.get_incident_feed_nearby($1, $2, 25000)'],
  ['nearby, a seventh', RIDER, `api.get_incident_feed_nearby($1, $2, 2000, 'crash')`],
  ['nearby, a thousandth', RIDER, `api.get_incident_feed_nearby($1, $2, 2000, '${RARE_CATEGORY}')`],
  ['nearby, none, 25 km', RIDER, `api.get_incident_feed_nearby($1, $2, 25000, '${ABSENT_CATEGORY}')`],
  ['nearby, page 2', RIDER, 'api.get_incident_feed_nearby($1, $2, 2000, null, 20, public.bench_cursor($1, $2, 20))'],
  ['nearby, page 11', RIDER, 'api.get_incident_feed_nearby($1, $2, 2000, null, 20, public.bench_cursor($1, $2, 200))'],
  ['in bounds, 2 km', RIDER, 'api.get_incident_feed_in_bounds($1 - 0.01, $2 - 0.01, $1 + 0.01, $2 + 0.01)'],
  ['in bounds, 50 km', RIDER, 'api.get_incident_feed_in_bounds($1 - 0.24, $2 - 0.24, $1 + 0.24, $2 + 0.24)'],
  [
    'in bounds, a seventh',
    RIDER,
    `api.get_incident_feed_in_bounds($1 - 0.01, $2 - 0.01, $1 + 0.01, $2 + 0.01, 'crash')`,
  ],
  ['latest', RIDER, 'api.get_latest_incident_feed()'],
  ['latest, a thousandth', RIDER, `api.get_latest_incident_feed('${RARE_CATEGORY}')`],
  ['incidents of a corridor', RIDER, 'api.get_corridor_incidents(:corridor)'],
  ['incidents of a vehicle', RIDER, `api.get_vehicle_incidents('${BUSY_PLATE}')`],
  ['vehicle by plate', RIDER, `api.get_vehicle_profile('${BUSY_PLATE}')`],
  ['search by beginning', RIDER, `api.search('kif', null, $1, $2)`],
  ['search by plate', RIDER, `api.search('kxa 00', null, $1, $2)`],
  ['review queue', ADMIN, 'api.list_review_queue()'],
  ['closed reviews', ADMIN, `api.list_review_queue(p_state => 'closed')`],
  ['assignments for admins', ADMIN, 'api.list_assignments()'],
  ['nearest assignments', SURVEYOR, `api.list_surveyor_assignments('open', $1, $2)`],
]

type Figures = { p50: number; p99: number }

/**
 * How long the reads take in SQL, at three sizes, at the densest place, at the median one and on empty land; in
 * milliseconds, timed inside of PostgreSQL in one session. `sizes` are numbers of live incidents.
 */
export async function sql(sizes: number[] = SIZES): Promise<void> {
  const db = await openDatabase()
  if (db.url === undefined) throw new Error('This takes a PostgreSQL: run it with --postgres')
  const { database } = openPostgres(db.url, 1)
  try {
    await seedDemo(database)
    const [{ version = '' } = {}] = await db.sql<{ version: string }>('select version()')
    console.log(version)
    await prepare(db)
    for (const rows of sizes) {
      const begun = performance.now()
      await fillSkewed(database, rows)
      console.log(`\n${rows} live incidents, filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
      await measureAll(db, await placesOf(database))
    }
  } finally {
    await database.close()
    await db.close()
  }
}

async function measureAll(db: TestDatabase, places: Awaited<ReturnType<typeof placesOf>>): Promise<void> {
  const [busy] = await db.sql<{ corridor: string }>(
    'select corridor_id as corridor from app.incident_feed group by 1 order by count(*) desc limit 1',
  )
  console.log(`| read | ${Object.keys(places).join(' | ')} |`)
  for (const [name, claims, call] of READS) {
    const figures: string[] = []
    for (const [lat, lng] of Object.values(places)) {
      const [found] = await db.sql<Figures>(
        `select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
           from public.bench_times($1, $2, $3, $4, $5)`,
        [call.replace(':corridor', `'${busy?.corridor}'`), JSON.stringify(claims), lat, lng, CALLS],
      )
      figures.push(found ? `${found.p50.toFixed(2)}, ${found.p99.toFixed(2)}` : 'none')
      if (!call.includes('$1')) break
    }
    console.log(`| ${name} | ${figures.join(' | ')} |`)
  }
}

/** What takes the times, after twenty calls that are not counted; and what a page further down needs. */
async function prepare(db: TestDatabase): Promise<void> {
  await db.sql(`create function public.bench_times(p_call text, p_claims text, p_lat float8, p_lng float8, p_calls int)
    returns table (ms float8) language plpgsql as $$
    declare v_start timestamptz; v_lat float8; v_lng float8; v_cursor jsonb; v_depth int := (regexp_match(p_call, 'cursor\\(\\$1, \\$2, (\\d+)\\)'))[1];
    begin
      perform set_config('request.jwt.claims', p_claims, true);
      p_call := 'select ' || regexp_replace(p_call, 'public.bench_cursor\\(.*?\\)', '$3') || ', $1, $2, $3';
      for v_call in -20 .. p_calls loop
        v_lat := p_lat + (random() - 0.5) * 0.008;
        v_lng := p_lng + (random() - 0.5) * 0.008;
        v_cursor := case when v_depth is not null then public.bench_cursor(v_lat, v_lng, v_depth) end;
        v_start := clock_timestamp();
        execute p_call using v_lat, v_lng, v_cursor;
        ms := extract(epoch from clock_timestamp() - v_start) * 1000;
        continue when v_call <= 0;
        return next;
      end loop;
    end $$`)
  await db.sql(`create function public.bench_cursor(p_lat float8, p_lng float8, p_depth int) returns jsonb language plpgsql as $$
    declare v_next jsonb;
    begin
      for v_page in 1 .. greatest(p_depth / 100, 1) loop
        v_next := (api.get_incident_feed_nearby(p_lat, p_lng, 2000, null, least(p_depth, 100), v_next) -> 'next')::jsonb;
        exit when v_next = 'null';
      end loop;
      return nullif(v_next, 'null');
    end $$`)
}
