import { parseArgs } from 'node:util'
import { openDatabase, type TestDatabase } from '@salama/testing'
import { live } from './live.ts'
import { type Figures, tally } from './tally.ts'
import { worldOf } from './world.ts'

// `npm run abuse`: a month in which 10,000 honest and 500 hostile people report, vote and rate, in a database with the rules of
// this service, on a clock of its own. Prints what became of lies and of truths, with the bounds as they are and with
// others, from which they were chosen. The same seed gives the same month.

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** So many times fewer people and events: to try the simulation itself. */
    scale: { type: 'string', default: '1' },
    /** Only the bounds as they are. */
    once: { type: 'boolean', default: false },
  },
})
const [seed, scale] = [Number(options.seed), Number(options.scale)]
if (!Number.isInteger(seed) || !(scale >= 1)) {
  console.error('Usage: npm run abuse -- [--seed <whole number>] [--scale <1 or more>] [--once]')
  process.exit(2)
}

const bound = (factor: string, rules: string) =>
  `update app.burst_limits set allowed = greatest(round(allowed * ${factor}), 1), per_known = per_known * ${factor} where rule ${rules}`
const VARIANTS: Record<string, string | null> = {
  'as they are': null,
  'new phones of a network: half': bound('0.5', "in ('network_live', 'network_taken')"),
  'new phones of a network: twice': bound('2', "in ('network_live', 'network_taken')"),
  'a pair: any number': bound('1000', "= 'pair'"),
  'alike: half': bound('0.5', "in ('network_alike', 'complaint', 'rating')"),
  'alike: twice': bound('2', "in ('network_alike', 'complaint', 'rating')"),
}

const results: Record<string, Figures> = {}
for (const [name, change] of Object.entries(VARIANTS)) {
  if (options.once && change) continue
  const startedMs = performance.now()
  const db = await openDatabase()
  results[name] = await month(db, change).finally(() => db.close())
  console.error(` ${name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
}

async function month(db: TestDatabase, change: string | null): Promise<Figures> {
  if (change) await db.sql(change)
  const world = worldOf(seed, scale)
  return await tally(db, world, await live(db, world, seed))
}

const row = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`)
const head = (cells: string[]) => [cells, cells.map(() => '---')].forEach(row)
head(['', ...Object.keys(results)])
const columns = Object.values(results).map(({ city }) => city)
for (const [n, [what]] of (columns[0] ?? []).entries()) row([what, ...columns.map((city) => city[n]?.[1] ?? '')])
console.log()
head([
  'attack by reports, bounds as they are',
  'told',
  'held or refused',
  'false incidents seen',
  'confirmed',
  'minutes seen: half, nine of ten',
])
for (const cells of results['as they are']?.attacks ?? []) row(cells)
