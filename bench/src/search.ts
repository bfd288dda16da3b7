import { type Database, openPostgres } from '@salama/local-supabase/database'
import { type Effort, spreadOf } from './compare.ts'
import { atMost, digits, type Part, spread } from './results.ts'

const QUERIES = 400

type Figures = { p50: number; p99: number; found: number }

/**
 * `api.search` in SQL over a city's names and plates, against ILIKE and pg_trgm over the same names, in turn in one
 * session on the same texts: beginnings, inner words, names with a wrong letter, plates. Timed in the database.
 */
export async function search(url: string, effort: Effort): Promise<Part> {
  const { database } = openPostgres(url, 1)
  try {
    await prepare(database)
    const names = Object.keys(CALLS)
    for (const name of names) await measure(database, name)
    const rounds: Map<string, Figures>[] = []
    for (let round = 1; round <= effort.rounds; round++) {
      const figures = new Map<string, Figures>()
      for (const name of names) figures.set(name, await measure(database, name))
      rounds.push(figures)
      console.log(`  round ${round} of ${effort.rounds}`)
    }
    const of = (name: string, figure: keyof Figures) =>
      spreadOf(rounds.map((round) => round.get(name)?.[figure] ?? Number.NaN))
    return {
      goals: [
        atMost('search in SQL, typos included, p50', of('search', 'p50'), 0.5, 'ms'),
        atMost('search in SQL, typos included, p99', of('search', 'p99'), 5, 'ms'),
      ],
      tables: [
        {
          title: 'Search: 400 beginnings, whole names, words, typos and plates',
          columns: ['', 'p50 ms', 'p99 ms', 'texts that found something'],
          rows: names.map((name) => [
            name,
            spread(of(name, 'p50')),
            spread(of(name, 'p99')),
            `${digits(of(name, 'found').median * 100)} %`,
          ]),
        },
        {
          title: 'Search by kind of text',
          columns: ['', 'p50 ms', 'p99 ms', 'texts that found something'],
          rows: await byKind(database),
        },
      ],
    }
  } finally {
    await database.close()
  }
}

const CALLS: Record<string, string> = {
  search: `select json_array_length(api.search($1) -> 'data')`,
  ILIKE: `select count(*)::int from (select from bench_names n where n.name ilike '%' || $1 || '%' limit 20) f`,
  pg_trgm: `select count(*)::int from (select from bench_names n where $1 operator(extensions.<%) n.name
             order by extensions.word_similarity($1, n.name) desc limit 20) f`,
}

/** The peers' table, the texts to look for, and a function that takes the times. */
async function prepare(db: Database): Promise<void> {
  await db.exec('drop table if exists public.bench_names, public.bench_queries')
  await db.exec(`create table public.bench_names as
    select d.name_key as name from app.search_documents d union all select lower(v.plate) from app.vehicles v`)
  await db.exec('create index on public.bench_names using gin (name extensions.gin_trgm_ops)')
  await db.exec(`create table public.bench_queries as
    with names as (select kind, name_key as k, row_number() over (order by md5(kind || name_key || subject_id::text)) as n
                     from app.search_documents where char_length(name_key) >= 5 and kind <> 'vehicle' or kind = 'vehicle' and abs(hashtext(name_key)) % 30 = 0)
    select n, what, q from names, lateral (values
      (0, 'beginning', left(k, 3 + n::int % 4)), (1, 'name', k), (2, 'word', regexp_replace(k, '^.* ', '')),
      (3, 'typo', overlay(k placing 'x' from 3 for 1)), (4, 'typo', overlay(k placing '' from 3 for 1))) t (turn, what, q)
     where n <= ${QUERIES * 0.9} and t.turn = n % 5
    union all
    select 100000 + row_number() over (), 'plate', lower(plate) from (select plate from app.vehicles order by md5(plate) limit ${QUERIES * 0.1}) v`)
  await db.exec('analyze public.bench_names, public.bench_queries')
  await db.exec(`create or replace function public.bench_search_times(p_call text) returns table (what text, ms float8, hits int) language plpgsql
    set search_path = public, extensions as $$
    declare v_query record; v_start timestamptz;
    begin
      for v_query in select * from bench_queries b order by b.n loop
        v_start := clock_timestamp();
        execute p_call into hits using v_query.q;
        ms := extract(epoch from clock_timestamp() - v_start) * 1000;
        what := v_query.what;
        return next;
      end loop;
    end $$`)
}

const FIGURES = `percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99,
  avg((hits > 0)::int)::float8 as found`

async function measure(db: Database, name: string): Promise<Figures> {
  const [figures] = await db.query<Figures>(`select ${FIGURES} from public.bench_search_times($1)`, [CALLS[name]])
  if (figures === undefined) throw new Error('No figures')
  return figures
}

async function byKind(db: Database): Promise<string[][]> {
  const rows = await db.query<Figures & { what: string }>(
    `select what, ${FIGURES} from public.bench_search_times($1) group by 1 order by 1`,
    [CALLS.search],
  )
  return rows.map(({ what, p50, p99, found }) => [what, digits(p50), digits(p99), `${digits(found * 100)} %`])
}
