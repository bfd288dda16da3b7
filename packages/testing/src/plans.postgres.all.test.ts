import { type Database, openPostgres, prepare } from '@salama/local-supabase/database'
import { migrate, readMigrations } from '@salama/local-supabase/migrations'
import { seedDemo } from '@salama/local-supabase/seed'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres, startCluster } from '../../processes/src/postgres.mjs'
import {
  ABSENT_CATEGORY,
  ADMIN,
  BUSY_PLATE,
  fillSkewed,
  placesOf,
  RARE_CATEGORY,
  RIDER,
  SURVEYOR,
} from './skewed-data.ts'

// The plans of the reads that are called most, on skewed data. auto_explain reports each statement that runs inside of
// a function with the plan that it ran with, and what each node of it really read.

const ROWS = 30_000
/** A table with this many rows may not be read from end to end. */
const BIG = 1000
/** The default page of 20 and one row more; the sorts merge up to four walks of that. */
const SORTED = 4 * 21
/** What a scan may read to find a page: pages before the cursor, rows in the corners of a box. */
const READ = 300

let cluster: { url: string; stop: () => void }
let database: Database
let client: pg.Client
let places: Awaited<ReturnType<typeof placesOf>>
let big: Set<string>
beforeAll(async () => {
  cluster = await startCluster(findPostgres() ?? '')
  database = openPostgres(cluster.url, 2).database
  await prepare(database)
  await migrate(database, readMigrations())
  await seedDemo(database)
  await fillSkewed(database, ROWS)
  places = await placesOf(database)
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' and reltuples >= $1`,
    [BIG],
  )
  big = new Set(tables.map(({ name }) => name))
  client = new pg.Client(cluster.url)
  await client.connect()
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_format = json;
    set auto_explain.log_level = notice`)
})
afterAll(async () => {
  await client?.end()
  await database?.close()
  cluster?.stop()
})

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
type Bounds = { sorted?: number; read?: number }

/** Calls a function as its caller would, and returns the nodes of every plan that ran. */
async function nodesOf(claims: object, call: string, params: unknown[]): Promise<Node[]> {
  const plans: Node[] = []
  const listen = ({ message = '' }: { message?: string | undefined }) => {
    const json = message.slice(message.indexOf('{'))
    if (message.includes('plan:')) plans.push(JSON.parse(json).Plan)
  }
  await client.query(`select set_config('request.jwt.claims', $1, false)`, [JSON.stringify(claims)])
  client.on('notice', listen)
  await client.query(`select ${call}`, params)
  client.off('notice', listen)
  return plans.flatMap(withChildren)
}

const withChildren = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(withChildren)]
const rowsOf = (node: Node) => node['Actual Rows'] * node['Actual Loops']

/** What a plan did that grows with the table. */
function problems(nodes: Node[], { sorted = SORTED, read = READ }: Bounds): string[] {
  return nodes.flatMap((node) => {
    const table = node['Relation Name'] ?? ''
    const scanned = rowsOf(node) + (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']
    const input = node.Plans?.[0] ? rowsOf(node.Plans[0]) : 0
    const what = `${node['Node Type']} ${table} ${node['Index Name'] ?? ''}`
    if (node['Actual Loops'] === 0) return []
    if (node['Node Type'] === 'Seq Scan' && big.has(table)) return [what]
    if (node['Node Type'].endsWith('Sort') && input > sorted) return [`${what} of ${input} rows`]
    return big.has(table) && scanned > read ? [`${what} of ${scanned} rows`] : []
  })
}

const reads: [name: string, claims: object, call: string, bounds?: Bounds][] = []
for (const category of [null, 'crash', RARE_CATEGORY, ABSENT_CATEGORY]) {
  const given = category === null ? 'null' : `'${category}'`
  const named = category ?? 'of any category'
  for (const radius of [2000, 25_000])
    reads.push([`nearby, ${radius} m, ${named}`, RIDER, `api.get_incident_feed_nearby($1, $2, ${radius}, ${given})`])
  reads.push([`latest, ${named}`, RIDER, `api.get_latest_incident_feed(${given}), $1, $2`])
  for (const half of [0.01, 0.24])
    reads.push([
      `in bounds, ${2 * half} degrees, ${named}`,
      RIDER,
      `api.get_incident_feed_in_bounds($1 - ${half}, $2 - ${half}, $1 + ${half}, $2 + ${half}, ${given})`,
    ])
}
reads.push(
  ['incidents of a vehicle', RIDER, `api.get_vehicle_incidents('${BUSY_PLATE}'), $1, $2`],
  [
    'incidents of a vehicle since',
    RIDER,
    `api.get_vehicle_incidents('${BUSY_PLATE}', now() - interval '7 days'), $1, $2`,
  ],
  ['vehicle by plate', RIDER, `api.get_vehicle_profile('${BUSY_PLATE}'), $1, $2`],
  ['vehicle by sticker', RIDER, `api.scan_vehicle_qr('https://salama.test/v/V-00000000'), $1, $2`],
  ['ratings of a vehicle', RIDER, `api.get_vehicle_feedback('${BUSY_PLATE}'), $1, $2`],
  ['corridor of a place', RIDER, 'api.resolve_corridor_for_location($1, $2)'],
  // Ranks the first 300 names of each kind, and at most a thousand that have the words.
  ['search by beginning', RIDER, `api.search('kif', null, $1, $2)`, { sorted: 1500, read: 1500 }],
  ['search by plate', RIDER, `api.search('kxa 00', null, $1, $2)`, { sorted: 1500, read: 1500 }],
  ['search by a mistyped word', RIDER, `api.search('kifaaru', null, $1, $2)`, { sorted: 1500, read: 1500 }],
  // Counts all that wait, 200 here.
  ['review queue', ADMIN, 'api.list_review_queue(), $1, $2'],
  ['review queue of a kind', ADMIN, `api.list_review_queue('feedback'), $1, $2`],
  ['review queue of a category', ADMIN, `api.list_review_queue(p_category => 'crash'), $1, $2`],
  ['closed reviews', ADMIN, `api.list_review_queue(p_state => 'closed'), $1, $2`],
  ['assignments for admins', ADMIN, 'api.list_assignments(), $1, $2'],
  ['assignments for surveyors', SURVEYOR, 'api.list_surveyor_assignments(), $1, $2'],
  ['nearest assignments', SURVEYOR, `api.list_surveyor_assignments('open', $1, $2)`],
  ['own assignments of a surveyor', SURVEYOR, `api.list_surveyor_assignments('mine', $1, $2)`],
  ['own entries of a surveyor', SURVEYOR, 'api.list_collection_entries(), $1, $2'],
)

async function nextOf(call: string, params: unknown[]): Promise<object | null> {
  const found = await client.query<Record<string, { next: object | null }>>(`select ${call}`, params)
  return Object.values(found.rows[0] ?? {})[0]?.next ?? null
}

/** A `$1, $2` after the call only gives the parameters a type. */
const typed = (call: string) => call.replace(/, \$1, \$2$/, ', $1::float8, $2::float8')

it.each(reads)('%s: reads and sorts no more than a few pages, wherever', async (_, claims, call, bounds = {}) => {
  for (const place of Object.values(places)) {
    const nodes = await nodesOf(claims, typed(call), place)
    expect(nodes.length).toBeGreaterThan(1)
    expect(problems(nodes, bounds)).toEqual([])
  }
})

it.each([
  ['nearby', `api.get_incident_feed_nearby($1, $2, 2000, null, 20, $3)`],
  ['nearby of a category', `api.get_incident_feed_nearby($1, $2, 2000, 'crash', 20, $3)`],
  ['latest', `api.get_latest_incident_feed(null, 20, $3), $1::float8, $2::float8`],
  ['in bounds', `api.get_incident_feed_in_bounds($1 - 0.02, $2 - 0.02, $1 + 0.02, $2 + 0.02, null, 20, $3)`],
  ['incidents of a corridor', `api.get_corridor_incidents($4, null, 20, $3), $1::float8, $2::float8`],
])('%s: so do the pages after the first', async (_, call) => {
  const [corridor] = await database.query<{ id: string }>('select corridor_id as id from app.incident_feed limit 1')
  const extra = call.includes('$4') ? [corridor?.id] : []
  let after: object | null = null
  for (let page = 1; page <= 4; page++) {
    const nodes = await nodesOf(RIDER, call, [...places.dense, after, ...extra])
    expect(problems(nodes, {})).toEqual([])
    after = await nextOf(call, [...places.dense, after, ...extra])
    expect(after).not.toBeNull()
  }
})
