import type { Database } from './database/index.ts'

/**
 * The background work of a PostgreSQL server, which single-session PGlite lacks: without it the write-ahead log and dead
 * rows are never removed and the folder only grows. Once a minute, one table at a time, so that requests run in between.
 */
export function startMaintenance(database: Database, log: (line: string) => void): () => Promise<void> {
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => maintain(database))
      .catch((error: unknown) => log(`Maintenance of the database failed: ${String(error)}`))
  }, EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

const EVERY_MS = 60_000
const MAX_LOG_BYTES = 64 * 1024 * 1024

/** Vacuums, and makes a checkpoint after ten minutes or that much write-ahead log. */
export async function maintain(database: Database, maxLogBytes = MAX_LOG_BYTES): Promise<void> {
  await vacuum(database)
  const [checkpoint] = await database.query<{ isDue: boolean }>(
    `select checkpoint_time < now() - interval '10 minutes'
            or pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > $1 as "isDue"
       from pg_control_checkpoint()`,
    [maxLogBytes],
  )
  if (checkpoint?.isDue) await database.exec('checkpoint')
}

/** Vacuums and analyzes the tables that need it, by autovacuum's rule and settings. */
export async function vacuum(database: Database): Promise<string[]> {
  // Statistics arrive up to a second late: after a vacuum they would look like more to do.
  await database.query('select pg_stat_force_next_flush()')
  const tables = await database.query<{ name: string }>(NEED_VACUUM)
  for (const { name } of tables) await database.exec(`vacuum (analyze) ${name}`)
  return tables.map(({ name }) => name)
}

const NEED_VACUUM = `
  select format('%I.%I', s.schemaname, s.relname) as name
    from pg_stat_all_tables s join pg_class c on c.oid = s.relid
   where c.relkind in ('r', 'm') and c.relpersistence = 'p'
     and (s.n_dead_tup > current_setting('autovacuum_vacuum_threshold')::float8
                         + current_setting('autovacuum_vacuum_scale_factor')::float8 * greatest(c.reltuples, 0)
       or s.n_ins_since_vacuum > current_setting('autovacuum_vacuum_insert_threshold')::float8
                         + current_setting('autovacuum_vacuum_insert_scale_factor')::float8 * greatest(c.reltuples, 0)
       or s.n_mod_since_analyze > current_setting('autovacuum_analyze_threshold')::float8
                         + current_setting('autovacuum_analyze_scale_factor')::float8 * greatest(c.reltuples, 0)
       or age(c.relfrozenxid) > current_setting('autovacuum_freeze_max_age')::int)
   order by s.n_dead_tup desc`
