import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { cityFeed } from '@salama/domain/city-files'
import { type DerivedBorder, KnownFeed, Removals } from '@salama/domain/network/feed-imports/contract'
import {
  areaNameOf,
  describeProblem,
  GtfsFeedError,
  type GtfsProgress,
  type ImportReport,
  importGtfs,
} from '@salama/domain/network/gtfs'
import { serverRpc } from '@salama/domain/server-rpc'
import { CITY, DomainError } from '@salama/domain/shared'
import { z } from 'zod'
import { failed, Refused, readTyped, WrongUsage } from '../outcome.ts'
import { openProject } from '../project.ts'

const USAGE = `npx salama import [<zip or folder>] --feed <name> [--border <file.geojson>] [--dry-run] [--yes]

  --feed      Which feed the file is a new version of: what the file no longer has is taken out of that feed, and other
              feeds are left alone. A name that is not there yet makes a new feed. With the name of the city come
              its corridors and border, and without a file the feed in its folder is loaded.
  --border    A GeoJSON file with one named polygon: where riders of this feed can report. It stays for later versions.
              A feed without one gets a border around its stops, which is shown first.
  --dry-run   Check everything and report what would change, and change nothing.
  --yes       Apply it also where it removes more than a fifth of the feed's routes or stops, and with the border
              around its stops.

Writes to SUPABASE_URL with OPERATOR_SERVER_TOKEN, or to the local Supabase.`

/**
 * `npx salama import`: imports a feed into SUPABASE_URL, or into the local Supabase, which is opened for the duration
 * if it is not running.
 */
async function main(): Promise<void> {
  const { source, feed, border, dryRun, confirmRemovals } = readTyped(readArguments)

  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Refused('Stopped. Nothing was changed.')))

  const project = await openProject()
  try {
    const rpc = serverRpc(project)
    if (feed === undefined) throw new WrongUsage(nameTheFeed(source, KnownFeeds.parse(await rpc('list_feeds', {}))))
    const own = cityFeed()
    const isOwn = feed === own?.feed
    const given = source ?? (isOwn ? own?.source : undefined)
    if (given === undefined)
      throw new WrongUsage(
        `Give the zip file or folder of the feed "${feed}"; ${own ? `only "${own.feed}"` : 'none'} comes with the city.`,
      )
    const show = progressOn(process.stderr)
    const outcome = await importGtfs({
      ...(isOwn && own),
      source: given,
      feed,
      ...(border !== undefined && { outlineGeojson: border }),
      areaName: (isOwn && CITY.name[CITY.languages[0]]) || areaNameOf(feed),
      onBorder: async (derived) => {
        show(undefined)
        console.log(describeBorder(derived))
        if (!dryRun && !confirmRemovals && !(await isTaken())) throw new Refused(NO_BORDER)
      },
      rpc,
      dryRun,
      confirmRemovals,
      signal: interrupted.signal,
      onProgress: show,
    })
    show(undefined)
    for (const warning of outcome.warnings) console.error(`WARNING: ${describeProblem(warning)}`)
    console.log(tableOf(outcome.report))
    if (outcome.credits.length > 0) console.log(`Pages name as its makers: ${outcome.credits.join(', ')}`)
    if (outcome.unknownCorridorRoutes.length > 0)
      console.log(`Routes of corridors that this feed does not have: ${outcome.unknownCorridorRoutes.join(', ')}`)
    if (outcome.removals) console.log(describeRemovals(outcome.removals, dryRun ? 'would remove' : 'removed'))
    if (!outcome.hasServiceArea) console.error(describeMissingBorder(feed))
    if (dryRun) console.log(`A dry run: nothing was changed.${outcome.removals ? ' To apply it, add --yes.' : ''}`)
  } finally {
    await project.close()
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      feed: { type: 'string' },
      border: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const [source] = positionals
  if (positionals.length > 1) throw new WrongUsage('Give one zip file or folder.')
  return { source, feed: values.feed, border: values.border, dryRun: values['dry-run'], confirmRemovals: values.yes }
}

const KnownFeeds = z.array(KnownFeed)

function nameTheFeed(source: string | undefined, feeds: z.infer<typeof KnownFeeds>): string {
  const known = feeds.map(({ feed, routes, stops }) => `  ${feed}  ${count(routes)} routes, ${count(stops)} stops`)
  const name = (source === undefined && cityFeed()?.feed) || '<name>'
  return [
    'Name the feed with --feed: what the file does not have is taken out of the feed with that name.',
    feeds.length > 0 ? `Feeds here:\n${known.join('\n')}` : 'There is no feed here yet.',
    `The full command:\n  npx salama import ${source === undefined ? '' : `${source} `}--feed ${name}`,
  ].join('\n')
}

function describeRemovals(removals: z.infer<typeof Removals>, verb: string): string {
  const lines = (['routes', 'stops'] as const).flatMap((kind) => {
    const { removed, of, names } = removals[kind] ?? { removed: 0, of: 0, names: [] }
    const named = `${names.join(', ')}${removed > names.length ? ' …' : ''}`
    return removed > 0 ? [`  ${count(removed)} of ${count(of)} ${kind}: ${named}`] : []
  })
  return `This ${verb} a large part of the feed:\n${lines.join('\n')}`
}

const describeMissingBorder = (feed: string) =>
  `WARNING: the feed "${feed}" has no service area, so nobody can report where it is. Load it again with its border, a
GeoJSON file with one named polygon: npx salama import <zip or folder> --feed ${feed} --border <file.geojson>`

const NO_BORDER = 'Nothing was changed. Take this border with --yes, or give one: --border <file.geojson>'

const describeBorder = ({ name, areaKm2, widthM, heightM, outline }: z.infer<typeof DerivedBorder>) =>
  `No border was given. One around the stops, where riders can report:
  ${name}, ${count(areaKm2)} km², ${km(widthM)} from west to east, ${km(heightM)} from south to north
  ${JSON.stringify(outline)}`

const km = (metres: number) => `${(metres / 1000).toFixed(1)} km`

/** Asks on a terminal; elsewhere nobody can answer. */
async function isTaken(): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface(process.stdin, process.stderr)
  const answer = await terminal.question('Use this border? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

const count = (n: number) => n.toLocaleString('en')

/** Overwrites one line on a terminal, prints one line per file elsewhere. `undefined` ends it. */
function progressOn(stream: NodeJS.WriteStream): (progress: GtfsProgress | undefined) => void {
  let line = ''
  return (progress) => {
    const next = progress ? describe(progress) : ''
    if (stream.isTTY) stream.write(progress ? `\r\u001B[K${next}` : '\r\u001B[K')
    else if (line !== '' && line.split(' ')[0] !== next.split(' ')[0]) stream.write(`${line}\n`)
    line = next
  }
}

const describe = (progress: GtfsProgress) =>
  progress.step === 'reading' ? `${progress.file} ${count(progress.rows)} rows` : 'Applying'

function tableOf(report: ImportReport): string {
  const header = ['', 'added', 'changed', 'removed', 'unchanged']
  const rows = Object.entries(report)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([kind, n]) => [kind.replaceAll('_', ' '), ...[n.added, n.changed, n.removed, n.unchanged].map(String)])
  const widths = header.map((_, at) => Math.max(...[header, ...rows].map((row) => row[at]?.length ?? 0)))
  const format = (row: string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return [header, ...rows].map(format).join('\n')
}

main().catch((error: unknown) => {
  console.error('')
  if (error instanceof DomainError && error.slug === 'large_removal') {
    console.error(describeRemovals(Removals.parse(error.detail), 'would remove'))
    return failed(new Refused('Nothing was changed. If that is meant, run the same command with --yes.'), USAGE)
  }
  if (!(error instanceof GtfsFeedError)) return failed(error, USAGE)
  for (const problem of error.problems) console.error(describeProblem(problem))
  failed(new Refused('The feed is broken. Nothing was changed.'), USAGE)
})
