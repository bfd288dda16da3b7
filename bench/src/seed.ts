import { seedDemo } from '@salama/local-supabase/seed'
import { type Counts, fillSkewed } from '@salama/testing/skewed-data'
import type { Cluster } from './cluster.ts'

/** To be raised when `fillSkewed` or the demo makes something else. */
const VERSION = 2

/** A city with a million incidents, of which the live ones just fit into the feed in memory. */
const CITY: Counts = { rows: 99_000, vehicles: 50_000, over: 9, ratings: 1_000_000 }
/** The sizes of the table of reads in SQL beside the city's. */
const SIZES: Record<string, Partial<Counts>> = {
  '10000': {},
  '1000000': { over: 0 },
  '5000000': { over: 0, vehicles: 50_000 },
}

/** The database of the city; with `scale`, one so many times smaller. */
export const keepCity = (cluster: Cluster, scale: number) =>
  keepFilled(cluster, 'city', {
    ...CITY,
    rows: CITY.rows / scale,
    ratings: CITY.ratings / scale,
    vehicles: CITY.vehicles / scale,
  })

/** A database with so many live incidents. */
export const keepSize = (cluster: Cluster, rows: number) => keepFilled(cluster, 'sql', { rows, ...SIZES[rows] })

/** Whether a database of that size is there already. */
export const hasSize = (cluster: Cluster, rows: number) => cluster.has('sql', recipeOf({ rows, ...SIZES[rows] }))

const recipeOf = (counts: Partial<Counts>) => ({ version: VERSION, ...counts })

async function keepFilled(cluster: Cluster, name: string, counts: Partial<Counts> & { rows: number }): Promise<string> {
  const demo = await cluster.keep('demo', { version: VERSION }, cluster.template, (database) => seedDemo(database))
  return cluster.keep(name, recipeOf(counts), demo, (database) => fillSkewed(database, counts.rows, counts))
}
