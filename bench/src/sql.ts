import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openPostgres } from '@salama/local-supabase/database'
import {
  ABSENT_CATEGORY,
  ADMIN,
  BUSY_PLATE,
  placesOf,
  RARE_CATEGORY,
  RIDER,
  SURVEYOR,
} from '@salama/testing/skewed-data'
import { requirePostgres } from '../../packages/processes/src/test-postgres.mjs'
import { type Effort, ratioOf, spreadOf } from './compare.ts'
import { atMost, digits, type Part, spread, type Table } from './results.ts'

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
  ['ratings of a vehicle', RIDER, `api.get_vehicle_feedback('${BUSY_PLATE}')`],
  ['vehicle by plate', RIDER, `api.get_vehicle_profile('${BUSY_PLATE}')`],
  ['search by beginning', RIDER, `api.search('kif', null, $1, $2)`],
  ['search by plate', RIDER, `api.search('kxa 00', null, $1, $2)`],
  ['review queue', ADMIN, 'api.list_review_queue()'],
  ['closed reviews', ADMIN, `api.list_review_queue(p_state => 'closed')`],
  ['assignments for admins', ADMIN, 'api.list_assignments()'],
  ['nearest assignments', SURVEYOR, `api.list_surveyor_assignments('open', $1, $2)`],
]

type Times = { p50: number; p99: number }
/** What one read took, round by round, at each place. */
type Measured = Map<string, Times[]>
type Size = {
  rows: number
  database: Database
  url: string
  places: Awaited<ReturnType<typeof placesOf>>
  corridor: string
  times: Measured
}

/**
 * How long reads take in SQL at each size, at dense, median and empty places: ms in PostgreSQL, one session, in turn.
 */
export async function sql(urls: Map<number, string>, effort: Effort): Promise<Part> {
  const sizes: Size[] = []
  try {
    for (const [rows, url] of urls) sizes.push(await open(rows, url))
    for (let round = 1; round <= effort.rounds; round++) {
      for (const size of sizes) await measureAll(size, Math.ceil(effort.seconds * 40))
      console.log(`  round ${round} of ${effort.rounds}`)
    }
    const largest = sizes.findLast(({ rows }) => rows <= 1_000_000)
    const nearby = (places: string[], of: keyof Times, size = largest) =>
      spreadOf(places.flatMap((place) => size?.times.get(`nearby, 2 km ${place}`)?.map((times) => times[of]) ?? []))
    const all = [DENSE, MEDIAN, EMPTY]
    const million = (largest?.rows ?? 0).toLocaleString('en')
    const five = sizes.find(({ rows }) => rows === 5_000_000)
    const medians = (size?: Size) => size?.times.get(`nearby, 2 km ${DENSE}`)?.map(({ p50 }) => p50) ?? []
    return {
      goals: [
        atMost(`nearby in SQL, ${million} live, median`, nearby(all, 'p50'), 0.4, 'ms'),
        atMost(
          `nearby in SQL, ${million} live, p99 at the densest place and on empty land`,
          nearby([DENSE, EMPTY], 'p99'),
          1,
          'ms',
        ),
        ...(five
          ? [atMost('nearby in SQL, 5,000,000 live / 1,000,000', ratioOf(medians(five), medians(largest)), 1.6, '×')]
          : []),
      ],
      tables: [...sizes.map(tableOf), pgbenchTable(sizes, effort)],
    }
  } finally {
    for (const { database } of sizes) await database.close()
  }
}

const DENSE = 'dense'
const MEDIAN = 'median'
const EMPTY = 'empty'

async function open(rows: number, url: string): Promise<Size> {
  const { database } = openPostgres(url, 1)
  await prepare(database)
  const [busy] = await database.query<{ corridor: string }>(
    'select corridor_id as corridor from app.incident_feed group by 1 order by count(*) desc limit 1',
  )
  return { rows, url, database, places: await placesOf(database), corridor: busy?.corridor ?? '', times: new Map() }
}

async function measureAll({ database, places, corridor, times }: Size, calls: number): Promise<void> {
  for (const [name, claims, call] of READS)
    for (const [place, [lat, lng]] of Object.entries(places)) {
      const [found] = await database.query<Times>(
        `select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99
           from public.bench_times($1, $2, $3, $4, $5)`,
        [call.replace(':corridor', `'${corridor}'`), JSON.stringify(claims), lat, lng, calls],
      )
      const key = `${name} ${place}`
      if (found) times.set(key, [...(times.get(key) ?? []), found])
      if (!call.includes('$1')) break
    }
}

function tableOf({ rows, times, places }: Size): Table {
  const cell = (name: string, place: string) => {
    const found = times.get(`${name} ${place}`) ?? []
    const median = (of: keyof Times) => digits(spreadOf(found.map((each) => each[of])).median)
    return found.length > 0 ? `${median('p50')}, ${median('p99')}` : ''
  }
  return {
    title: `Reads in SQL, ${rows.toLocaleString('en')} live incidents: p50, p99 in ms`,
    note: 'What does not depend on a place is in the first column.',
    columns: ['', 'densest place', 'median place', 'empty land'],
    rows: READS.map(([name]) => [name, ...Object.keys(places).map((place) => cell(name, place))]),
  }
}

/** Nearby called by pgbench, which does nothing with the answer: what the database alone can do. */
function pgbenchTable(sizes: Size[], { rounds, seconds }: Effort): Table {
  const program = `${requirePostgres()}/pgbench`
  const folder = mkdtempSync(join(tmpdir(), 'salama-bench-'))
  const script = join(folder, 'nearby.sql')
  const run = ({ url, places: { dense } }: Size) => {
    const [lat, lng] = dense
    writeFileSync(
      script,
      `\\set a random(-40, 40)\nselect api.get_incident_feed_nearby(${lat} + :a * 0.0001, ${lng} - :a * 0.0001);\n`,
    )
    const args = ['-n', '-M', 'prepared', '-c', '16', '-T', String(Math.max(1, Math.round(seconds))), '-f', script, url]
    const output = execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return Number(/tps = ([\d.]+)/.exec(output)?.[1])
  }
  const measured = sizes.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [index, size] of sizes.entries()) measured[index]?.push(run(size))
  rmSync(folder, { recursive: true })
  return {
    title: 'Nearby by pgbench at the densest place, 16 connections',
    columns: ['live incidents', 'calls/s'],
    rows: sizes.map(({ rows }, index) => [rows.toLocaleString('en'), spread(spreadOf(measured[index] ?? []))]),
  }
}

/** What takes the times, after twenty calls that are not counted; and what a page further down needs. */
async function prepare(db: Database): Promise<void> {
  await db.exec(`create or replace function public.bench_times(p_call text, p_claims text, p_lat float8, p_lng float8, p_calls int)
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
  await db.exec(`create or replace function public.bench_cursor(p_lat float8, p_lng float8, p_depth int) returns jsonb language plpgsql as $$
    declare v_next jsonb;
    begin
      for v_page in 1 .. greatest(p_depth / 100, 1) loop
        v_next := (api.get_incident_feed_nearby(p_lat, p_lng, 2000, null, least(p_depth, 100), v_next) -> 'next')::jsonb;
        exit when v_next = 'null';
      end loop;
      return nullif(v_next, 'null');
    end $$`)
}
