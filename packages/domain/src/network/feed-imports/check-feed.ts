import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callRpc } from '../../machinery/call-rpc.ts'
import { cityFeed } from '../../machinery/city-files.ts'
import { serverAccess } from '../../machinery/env.ts'
import { serverRpc } from '../../machinery/server-rpc.ts'
import { useCase } from '../../machinery/use-case.ts'
import type { Caller } from '../../shared/caller.ts'
import { DomainError } from '../../shared/errors.ts'
import { areaNameOf } from '../gtfs/companions.ts'
import { checkFeed as checkOperation, checkProjectFeed as checkOwnOperation } from './contract.ts'
import { readFeedApart } from './read-feed-apart.ts'

// These use cases make many calls, like the operator's importer: a process of its own reads the file and stages its rows
// in batches, as the console's server. The first call checks in the database, with the admin's token, that an admin wants it; `applyFeed` checks again before
// the network changes.

/**
 * Reads and checks an uploaded feed, and returns what it would change.
 * @throws {DomainError} `import_running`, `id_reused`
 */
export const checkFeed = useCase(checkOperation, async (caller, { id, feed, fileName, bytes }) => {
  await openImport(caller, id, feed, fileName)
  const folder = await mkdtemp(join(tmpdir(), 'salama-feed-'))
  try {
    const path = join(folder, 'feed.zip')
    await writeFile(path, bytes)
    return await check(id, feed, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The same for the feed in the folder of the city. @throws {DomainError} `not_found` where there is none */
export const checkProjectFeed = useCase(checkOwnOperation, async (caller, { id }) => {
  const own = cityFeed()
  if (!own) throw new DomainError('not_found')
  await openImport(caller, id, own.feed)
  return check(id, own.feed, own.source)
})

const openImport = (caller: Caller, id: string, feed: string, fileName?: string) =>
  callRpc(caller, 'open_gtfs_import', { p_id: id, p_feed: feed, p_file_name: fileName })

async function check(importId: string, feed: string, path: string): Promise<unknown> {
  const access = serverAccess()
  const rpc = serverRpc(access)
  const own = cityFeed()
  // A newer version of the city's own feed keeps the city's corridors and border.
  const companions = own && feed === own.feed ? own : {}
  try {
    const outcome = await readFeedApart({ areaName: areaNameOf(feed), ...companions, ...access, importId, path })
    if (outcome.is === 'broken')
      return await rpc('refuse_gtfs_import', { p_id: importId, p_problems: outcome.problems })
    if (outcome.is === 'refused') throw new DomainError(outcome.slug, outcome.detail)
    return await rpc('preview_gtfs_import', { p_id: importId })
  } catch (error) {
    // The original error matters more than a failed cleanup; the database also cleans up after a day.
    await rpc('abandon_gtfs_import', { p_id: importId }).catch(() => {})
    throw error
  }
}
