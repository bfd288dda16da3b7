import { createBackup } from './base-backup.ts'
import type { Database } from './database/index.ts'

/**
 * The background work of a PostgreSQL server, which single-session PGlite lacks: without it the WAL and dead rows are
 * never removed and the folder only grows. Once a minute, one table at a time, so that requests run in between.
 */
export function startMaintenance(
  database: Database,
  dataDir: string,
  log: (line: string) => void,
): () => Promise<void> {
  const isDue = backupTimer(database)
  let running = Promise.resolve()
  const run = async () => {
    await vacuum(database)
    if (!(await isDue())) return
    await createBackup(database, dataDir)
    await isDue.taken()
  }
  const timer = setInterval(() => {
    running = running.then(run).catch((error: unknown) => log(`Maintenance of the database failed: ${String(error)}`))
  }, EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

const EVERY_MS = 60_000
const BACKUP_EVERY_MS = 10 * 60_000
const BACKUP_AFTER_BYTES = 64 * 1024 * 1024

/** Whether a backup is due: any change in ten minutes, or many in less. */
function backupTimer(database: Database) {
  let takenAt = Date.now()
  let position = '0/0'
  const isDue = async () => {
    const [log] = await database.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 as bytes',
      [position],
    )
    const bytes = log?.bytes ?? 0
    return bytes > BACKUP_AFTER_BYTES || (bytes > 0 && Date.now() - takenAt > BACKUP_EVERY_MS)
  }
  isDue.taken = async () => {
    const [log] = await database.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
    takenAt = Date.now()
    position = log?.lsn ?? position
  }
  return isDue
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
