import type { Database } from './database/database.ts'

/**
 * Calls app.sweep() every minute, as pg_cron does where a project has it (see supabase/schemas/30_incidents/sweep.sql).
 * No rule depends on it: every read compares times itself, this only cleans up.
 */
export async function startSweeping(database: Database, log: (line: string) => void): Promise<() => void> {
  const [found] = await database.query<{ sweep: string | null }>(`select to_regprocedure('app.sweep()')::text as sweep`)
  if (!found?.sweep) return () => {}
  const timer = setInterval(() => {
    database.query('select app.sweep()').catch((error: unknown) => log(`app.sweep() failed: ${String(error)}`))
  }, 60_000)
  timer.unref()
  return () => clearInterval(timer)
}
