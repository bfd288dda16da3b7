import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Rpc } from '../../machinery/server-rpc.ts'
import { DerivedBorder } from '../feed-imports/contract.ts'
import { readCorridors, readOutline, stageDerivedCorridors } from './companions.ts'
import { FeedCheck } from './feed-check.ts'
import { type FeedSource, openFeed } from './feed-source.ts'
import { GtfsFeedError, type GtfsProblem, ofFile, TooManyRows } from './problems.ts'
import { FEED_FILES } from './rules.ts'
import { ImportOutcome, Staging } from './staging.ts'

// Loads a GTFS feed into the network's tables.
//
// A feed is read once, as a stream; each row is checked and staged in the database in batches. Only a feed without
// problems is applied, in one transaction, so a broken feed changes nothing and nobody sees a partial network. In every
// other outcome the staged rows are deleted.

export type GtfsProgress = { step: 'reading'; file: string; rows: number } | { step: 'applying' }

export type GtfsImport = {
  /** Path of a zip file or a folder. */
  source: string
  /** Short name of the feed, like that of the city: rows of different feeds never touch each other. */
  feed: string
  /** CSV files of trunk roads with their ends, and of routes that share them; without: known corridors stay. */
  trunksCsv?: string | undefined
  corridorsCsv?: string | undefined
  /** A GeoJSON file with one named polygon. Without: a known service area stays and follows the new stops. */
  outlineGeojson?: string | undefined
  /** Names an area derived from the stops where none is known, after `onBorder` has not rejected it. */
  areaName?: string | undefined
  onBorder?: ((border: z.infer<typeof DerivedBorder>) => Promise<void>) | undefined
  /** The only access to the database. */
  rpc: Rpc
  onProgress?: ((progress: GtfsProgress) => void) | undefined
  /** Report what would change, without changing anything. */
  dryRun?: boolean | undefined
  /** Apply it even where it removes more than a fifth of the feed's routes or stops. */
  confirmRemovals?: boolean | undefined
  /** A fixed id lets a program that died restart at once; else its import blocks others for 2 minutes. */
  importId?: string | undefined
  signal?: AbortSignal | undefined
  /** The row limit of the feed over all its files, five million by default. */
  maxRows?: number | undefined
}

export type GtfsImported = ImportOutcome & {
  /** Routes of the corridor file that this feed does not have. Not an error: such lists outlive routes. */
  unknownCorridorRoutes: string[]
  /** What was wrong with the feed, and what was done about it. */
  warnings: readonly GtfsProblem[]
  /** Whom the feed names as its makers. */
  credits: readonly string[]
}

/**
 * Loads a feed: all of it or nothing. Loading the same feed again changes nothing.
 * @throws {GtfsFeedError} everything that makes the feed unusable, by cause, with file and line
 * @throws whatever `rpc` rejects with, `import_running` and `large_removal` among others
 */
export async function importGtfs(options: GtfsImport): Promise<GtfsImported> {
  const { rpc, importId = randomUUID(), dryRun = false, confirmRemovals = false, onProgress } = options
  return withFeed(options.source, async (source) => {
    await rpc('begin_gtfs_import', { p_id: importId, p_feed: options.feed })
    try {
      const staged = await stageFeed(options, importId, source)
      const border = options.areaName ? await rpc('get_derived_border', { p_id: importId }) : null
      if (border) await options.onBorder?.(DerivedBorder.parse(border))
      onProgress?.({ step: 'applying' })
      const outcome = await rpc('apply_gtfs_import', {
        p_id: importId,
        p_dry_run: dryRun,
        p_confirm_removals: confirmRemovals,
      })
      return { ...ImportOutcome.parse(outcome), ...staged }
    } catch (error) {
      // The original error matters more than a failed cleanup; the database also cleans up after a day.
      await rpc('abandon_gtfs_import', { p_id: importId }).catch(() => {})
      throw error
    }
  })
}

/** Opens a zip file or folder for the duration of the work. */
export async function withFeed<T>(path: string, work: (source: FeedSource) => Promise<T>): Promise<T> {
  const source = await openFeed(
    path,
    FEED_FILES.map(({ name }) => name),
  )
  try {
    return await work(source)
  } finally {
    source.close()
  }
}

export type FeedReading = Pick<
  GtfsImport,
  'trunksCsv' | 'corridorsCsv' | 'outlineGeojson' | 'areaName' | 'rpc' | 'onProgress' | 'signal' | 'maxRows'
>

/** Checks a whole feed and stages its rows in an open import, with what was mended. @throws {GtfsFeedError} */
export async function stageFeed(
  options: FeedReading,
  importId: string,
  source: FeedSource,
): Promise<Pick<GtfsImported, 'unknownCorridorRoutes' | 'warnings' | 'credits'>> {
  const { rpc, onProgress, signal } = options
  const staging = new Staging(rpc, importId)
  const check = new FeedCheck(staging, options.maxRows)
  let unknownCorridorRoutes: string[] = []
  try {
    if (options.outlineGeojson) await readOutline(check, options.outlineGeojson)
    else if (options.areaName) check.stage('service_areas', { name: options.areaName, outline: null })
    await readFeed(check, source, (file, rows) => {
      signal?.throwIfAborted()
      onProgress?.({ step: 'reading', file, rows })
    })
    if (options.trunksCsv && options.corridorsCsv)
      unknownCorridorRoutes = await readCorridors(check, options.trunksCsv, options.corridorsCsv)
    else if (options.areaName) stageDerivedCorridors(check)
  } catch (error) {
    if (!(error instanceof TooManyRows)) throw error
  }
  const { problems, warnings } = check
  if (problems.length > 0) throw new GtfsFeedError(problems)

  for (const warning of warnings) staging.add('warnings', warning)
  await staging.finish()
  signal?.throwIfAborted()
  return { unknownCorridorRoutes, warnings, credits: [...check.credits] }
}

async function readFeed(check: FeedCheck, source: FeedSource, onRows: (file: string, rows: number) => void) {
  if (source.note) check.note({ ...source.note, line: null, column: null })
  for (const { name, required } of FEED_FILES) {
    if (await source.has(name)) continue
    check.absent.add(name)
    if (required) check.note(ofFile(name, 'is missing'))
  }
  if (check.absent.has('agency.txt')) check.note(ofFile('agency.txt', 'is missing', 'routes are without an agency'))

  for (const file of FEED_FILES) {
    const bytes = await source.open(file.name)
    if (!bytes) continue
    const rows = await file.read(check, bytes, (count) => onRows(file.name, count))
    if (file.required && rows === 0 && !check.isBroken(file.name)) check.note(ofFile(file.name, 'has no rows'))
  }
}
