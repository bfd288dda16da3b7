import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { isOfServer } from './postgres-watch.ts'

/** No answer of a database server, in words for an operator. */
export class ServerAway extends Error {
  override name = 'ServerAway'
}

const AGAIN_MS = 1_000

/** Starting up, shutting down or recovering. */
const NOT_YET = /^57P0[1-3]$/

/**
 * Resolves once a server takes connections: a machine that starts, starts it beside this process. What it answers else, such
 * as a wrong password, is no reason to wait.
 *
 * @throws {ServerAway} after `waitS`
 */
export async function waitForServer(
  database: Database,
  { url, waitS, log }: { url: string; waitS: number; log: (line: string) => void },
): Promise<void> {
  const deadline = performance.now() + waitS * 1_000
  for (let isFirst = true; ; isFirst = false) {
    try {
      await database.query('select 1')
      return
    } catch (error) {
      if (isOfServer(error) && !NOT_YET.test(String(error.code))) throw error
      const why = `PostgreSQL at ${new URL(url).host} does not answer (${error instanceof Error ? error.message : error})`
      if (performance.now() > deadline)
        throw new ServerAway(`${why}. Start it, or correct DATABASE_URL.`, { cause: error })
      if (isFirst) log(`${why}: waiting for up to ${waitS} s`)
      await sleep(AGAIN_MS)
    }
  }
}
