import type { TestDatabase } from '@salama/testing'
import { type GtfsImport, importGtfs } from '../import-gtfs.ts'

const TABLES = [
  'agencies',
  'services',
  'service_exceptions',
  'shapes',
  'stops',
  'routes',
  'trips',
  'stop_times',
  'frequencies',
  'corridors',
  'corridor_routes',
  'corridor_segments',
  'service_areas',
  'points_of_interest',
  'corridor_maps',
  'feed_credits',
]

/** Database queries that the tests of the importer share. */
export function feedDatabase(db: TestDatabase) {
  const rpc: GtfsImport['rpc'] = (fn, args) => db.as('operator_server').rpc(fn, args)
  return {
    db,
    rpc,

    load: (source: string, options: Partial<GtfsImport> = {}) => importGtfs({ source, feed: 'small', rpc, ...options }),

    /**
     * A digest of every row of the network and of the transaction that wrote it: equal means that nothing was written.
     */
    async fingerprint(): Promise<string> {
      const parts = TABLES.map((name) => `select '${name}' || t::text || t.xmin::text as row from app.${name} t`)
      const [answer] = await db.sql<{ digest: string }>(
        `select md5(coalesce(string_agg(row, ' ' order by row), '')) as digest from (${parts.join(' union all ')}) a`,
      )
      return answer?.digest ?? ''
    },

    /** How many imports are open and how many rows are staged. */
    async leftovers() {
      const [answer] = await db.sql<{ imports: number; rows: number }>(
        `select (select count(*)::int from app.gtfs_imports where state = 'staging') as imports,
                (select count(*)::int from app.gtfs_rows) as rows`,
      )
      return answer
    },
  }
}

export type FeedDatabase = ReturnType<typeof feedDatabase>
