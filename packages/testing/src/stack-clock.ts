import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Queryable } from '@salama/local-supabase/database'
import { worldMs } from './env.ts'

export type StackClock = {
  /** Sets the clock of the database and of the apps' processes to so many milliseconds after that of the world. */
  set: (ms: number) => Promise<void>
  /** The arguments of Node.js and the environment for a process that follows it. */
  args: string[]
  env: Record<string, string>
  close: () => void
}

const APP_CLOCK = new URL('app-clock.ts', import.meta.url).href

/** The clock of one stack: that of the world, where there is one (world-clock.ts), and what its control adds. */
export async function openClock(database: Queryable): Promise<StackClock> {
  const folder = mkdtempSync(join(tmpdir(), 'salama-clock-'))
  const file = join(folder, 'ms')
  const ahead = worldMs()
  const baseMs = ahead === undefined ? 0 : await aheadOf(database, ahead)
  const set = async (ms: number) => {
    writeFileSync(file, String(ms))
    await database.query(
      `insert into app.clock (shift) values (make_interval(secs => $1::float8 / 1000))
       on conflict (singleton) do update set shift = excluded.shift`,
      [baseMs + ms],
    )
  }
  await set(0)
  return {
    set,
    args: ahead === undefined ? [] : ['--import', APP_CLOCK],
    env: { CLOCK_FILE: file },
    close: () => rmSync(folder, { recursive: true }),
  }
}

/** PGlite runs in this process and has its clock; a server has the machine's. */
async function aheadOf(database: Queryable, ms: number): Promise<number> {
  const [found] = await database.query<{ ms: number }>(
    `select (extract(epoch from $1::timestamptz - now()) * 1000)::float8 as ms`,
    [new Date().toISOString()],
  )
  return Math.abs(found?.ms ?? 0) < ms / 2 ? 0 : ms
}
