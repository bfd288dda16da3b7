import { openDatabase, type TestDatabase } from '@salama/testing'
import { middle } from './compare.ts'

const ROUNDS = 5
const QUERIES = 400

type Figures = { p50: number; p99: number; found: number }

/**
 * `api.search` in SQL, over a city's names and plates, against what most would write first: ILIKE, and pg_trgm with its index, over the
 * same names in one table. All three run in one session, in turn, on the same texts: beginnings of names, words out of
 * them, names with one letter wrong, and plates. Times are taken inside the database.
 */
export async function search(): Promise<void> {
  const db = await openDatabase()
  try {
    const [{ version = '' } = {}] = await db.sql<{ version: string }>('select version()')
    console.log(version)
    await fill(db)
    await prepare(db)
    for (const name of Object.keys(CALLS)) await measure(db, name)
    const rounds: Record<string, Figures>[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const figures = Object.fromEntries(await inTurn(Object.keys(CALLS), (name) => measure(db, name)))
      rounds.push(figures)
      console.log(`round ${round}: ${Object.entries(figures).map(text).join(' | ')}`)
    }
    for (const peer of ['ILIKE', 'pg_trgm'])
      for (const figure of ['p50', 'p99'] as const) {
        const ratios = rounds.map((round) => of(round, peer, figure) / of(round, 'search', figure))
        console.log(`${peer} / search, ${figure}: median ratio ${middle(ratios).toFixed(2)}`)
      }
    await byKind(db)
  } finally {
    await db.close()
  }
}

const CALLS: Record<string, string> = {
  search: `select json_array_length(api.search($1) -> 'data')`,
  ILIKE: `select count(*)::int from (select from bench_names n where n.name ilike '%' || $1 || '%' limit 20) f`,
  pg_trgm: `select count(*)::int from (select from bench_names n where $1 operator(extensions.<%) n.name
             order by extensions.word_similarity($1, n.name) desc limit 20) f`,
}

/** Invented names, as many of each kind as a city of five million has. */
async function fill(db: TestDatabase): Promise<void> {
  const pick = (words: string[], n: string) => `(array['${words.join("','")}'])[1 + (${n}) % ${words.length}]`
  const first = [
    'Kifaru',
    'Tausi',
    'Pundamilia',
    'Simba',
    'Chui',
    'Twiga',
    'Ndovu',
    'Nyati',
    'Swara',
    'Duma',
    'Mamba',
    'Kongoni',
  ]
  const places = [
    'Kencom',
    'Odeon',
    'Railways',
    'Ambassadeur',
    'Globe',
    'Roysambu',
    'Allsops',
    'Bellevue',
    'Nyayo',
    'Adams',
    'Prestige',
    'Yaya',
    'Hurlingham',
    'Githurai',
    'Kayole',
    'Umoja',
    'Buruburu',
    'Kangemi',
    'Dandora',
    'Pipeline',
    'Utawala',
    'Juja',
    'Kasarani',
    'Kawangware',
    'Rongai',
    'Kikuyu',
    'Ruiru',
    'Embakasi',
  ]
  const endings = ['Stage', 'Terminus', 'Junction', 'Roundabout', 'Market', 'School', 'Hospital']
  const code = `translate(lpad(to_hex(i), 8, '0'), 'abcdef', 'ABCDEF')`
  const syllable = (n: string) => `${pick(['ba', 'ke', 'mi', 'ro', 'tu', 'nga', 'ndo', 'shi', 'lu', 'wa', 'zi'], n)}`
  await db.sql(
    `insert into app.saccos (slug, name) select 's' || i, initcap(${syllable('i')} || ${syllable('i / 11')} || ${syllable('i / 3')}) || ' ' || ${pick(['Sacco', 'Shuttle', 'Line', 'Travellers'], 'i')} from generate_series(1, 400) i`,
  )
  await db.sql(`insert into app.vehicles (plate, plate_key, public_code, fleet_name)
    select left(k, 3) || ' ' || substr(k, 4), k, 'V-' || ${code}, ${pick(first, 'i * 7')} || ' ' || i % 4200
      from (select i, 'K' || chr(65 + i / 26000) || chr(65 + (i / 1000) % 26) || lpad((i % 1000)::text, 3, '0') || chr(65 + i % 26) as k
              from generate_series(1, 50000) i) x`)
  await db.sql(`insert into app.corridors (id, feed, slug, name, geom, length_m)
    select gen_random_uuid(), 'bench', 'c' || i, initcap(${syllable('i')} || ${syllable('i / 7')} || ${syllable('i * 5')}) || ' Road',
           extensions.st_multi(extensions.st_setsrid(extensions.st_makeline(extensions.st_makepoint(36.8, -1.28), extensions.st_makepoint(36.8 + i * 0.002, -1.2)), 4326)), 9000
      from generate_series(1, 100) i`)
  await db.sql(`insert into app.routes (id, feed, gtfs_id, slug, short_name, long_name, route_type)
    select gen_random_uuid(), 'bench', i, 'r' || i, i, ${pick(places, 'i')} || '-' || ${pick(places, 'i / 28')}, 3 from generate_series(1, 1000) i`)
  await db.sql(`insert into app.stops (id, feed, gtfs_id, name, name_key, kind, lat, lng)
    select gen_random_uuid(), 'bench', i, n, lower(n), 'stop', -1.4 + (i % 71) * 0.004, 36.7 + (i % 97) * 0.004
      from (select i, case when i % 3 = 0 then ${pick(places, 'i')} else initcap(${syllable('i')} || ${syllable('i / 11')} || ${syllable('i / 121')}) end
                      || ' ' || ${pick(endings, 'i / 28')} as n from generate_series(1, 5000) i) x`)
  await db.sql(`insert into app.points_of_interest (id, feed, name, name_key, kind, lat, lng, routes)
    select s.id, s.feed, s.name, s.name_key, s.kind, s.lat, s.lng, '{}' from app.stops s`)
  await db.sql('analyze')
  const [{ n = 0 } = {}] = await db.sql<{ n: number }>('select count(*)::int as n from app.search_documents')
  console.log(`${n} documents, and 50000 plates and codes`)
}

/** The peers' table, the texts to look for, and a function that takes the times. */
async function prepare(db: TestDatabase): Promise<void> {
  await db.sql(`create table public.bench_names as
    select d.name_key as name from app.search_documents d union all select lower(v.plate) from app.vehicles v`)
  await db.sql('create index on public.bench_names using gin (name extensions.gin_trgm_ops)')
  await db.sql(`create table public.bench_queries as
    with names as (select kind, name_key as k, row_number() over (order by md5(kind || name_key || subject_id::text)) as n
                     from app.search_documents where char_length(name_key) >= 5 and kind <> 'vehicle' or kind = 'vehicle' and abs(hashtext(name_key)) % 30 = 0)
    select n, what, q from names, lateral (values
      (0, 'beginning', left(k, 3 + n::int % 4)), (1, 'name', k), (2, 'word', regexp_replace(k, '^.* ', '')),
      (3, 'typo', overlay(k placing 'x' from 3 for 1)), (4, 'typo', overlay(k placing '' from 3 for 1))) t (turn, what, q)
     where n <= ${QUERIES * 0.9} and t.turn = n % 5
    union all
    select 100000 + row_number() over (), 'plate', lower(plate) from (select plate from app.vehicles order by md5(plate) limit ${QUERIES * 0.1}) v`)
  await db.sql('analyze public.bench_names, public.bench_queries')
  await db.sql(`create function public.bench_times(p_call text) returns table (what text, ms float8, hits int) language plpgsql
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

async function measure(db: TestDatabase, name: string): Promise<Figures> {
  const [figures] = await db.sql<Figures>(
    `select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99,
            avg((hits > 0)::int)::float8 as found
       from public.bench_times($1)`,
    [CALLS[name]],
  )
  if (figures === undefined) throw new Error('No figures')
  return figures
}

async function byKind(db: TestDatabase): Promise<void> {
  const rows = await db.sql<Figures & { what: string }>(
    `select what, percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.99) within group (order by ms) as p99,
            avg((hits > 0)::int)::float8 as found
       from public.bench_times($1) group by 1 order by 1`,
    [CALLS.search],
  )
  for (const { what, ...figures } of rows) console.log(text([`search by ${what}`, figures]))
}

async function inTurn<T>(names: string[], work: (name: string) => Promise<T>): Promise<[string, T][]> {
  const done: [string, T][] = []
  for (const name of names) done.push([name, await work(name)])
  return done
}

const of = (round: Record<string, Figures>, name: string, figure: 'p50' | 'p99') => round[name]?.[figure] ?? Number.NaN
const text = ([name, { p50, p99, found }]: [string, Figures]) =>
  `${name} p50 ${p50.toFixed(2)} ms p99 ${p99.toFixed(2)} ms (found ${(found * 100).toFixed(0)} %)`
