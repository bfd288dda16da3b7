import { parseArgs } from 'node:util'
import {
  describeProblem,
  GtfsFeedError,
  type GtfsProgress,
  type ImportReport,
  importGtfs,
  NAIROBI,
} from '@salama/domain/network/gtfs'
import { serviceRpc } from '@salama/domain/service-rpc'
import { failed, Refused, readTyped, WrongUsage } from './outcome.ts'
import { openProject } from './project.ts'

const USAGE = `npm run gtfs:import [-- <zip or folder>] [--feed <name>] [--dry-run]

  Without a file it loads the feed of Nairobi that comes with the project.

  --feed      Which feed the file is a new version of. The default is "${NAIROBI.feed}", which brings the project's
              corridors and border along; any other feed has none.
  --dry-run   Check everything and report what would change, and change nothing.

Writes to SUPABASE_URL with SUPABASE_SECRET_KEY, or to the local Supabase.`

/**
 * `npm run gtfs:import`: loads a feed into SUPABASE_URL; without that into the local Supabase, which is opened for the
 * duration if it is not running.
 */
async function main(): Promise<void> {
  const { source, feed, dryRun } = readTyped(readArguments)

  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new Refused('Stopped. Nothing was changed.')))

  const project = await openProject()
  try {
    const show = progressOn(process.stderr)
    const { report, unknownCorridorRoutes } = await importGtfs({
      ...(feed === NAIROBI.feed ? NAIROBI : {}),
      source,
      feed,
      rpc: serviceRpc(project.url, project.secretKey),
      dryRun,
      signal: interrupted.signal,
      onProgress: show,
    })
    show(undefined)
    console.log(tableOf(report))
    if (unknownCorridorRoutes.length > 0)
      console.log(`Routes of corridors that this feed does not have: ${unknownCorridorRoutes.join(', ')}`)
    if (dryRun) console.log('A dry run: nothing was changed.')
  } finally {
    await project.close()
  }
}

function readArguments(): { source: string; feed: string; dryRun: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { feed: { type: 'string', default: NAIROBI.feed }, 'dry-run': { type: 'boolean', default: false } },
  })
  const [source = NAIROBI.source] = positionals
  if (positionals.length > 1) throw new WrongUsage('Give one zip file or folder.')
  return { source, feed: values.feed, dryRun: values['dry-run'] }
}

/** One line that counts up on a terminal, one line for each file elsewhere. `undefined` ends it. */
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
  progress.step === 'reading' ? `${progress.file} ${progress.rows.toLocaleString('en')} rows` : 'Applying'

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
  if (!(error instanceof GtfsFeedError)) return failed(error, USAGE)
  for (const problem of error.problems) console.error(describeProblem(problem))
  failed(new Refused('The feed is broken. Nothing was changed.'), USAGE)
})
