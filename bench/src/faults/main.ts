import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { writeBetween } from '../../../e2e/support/docs.ts'
import { ROOT } from '../../../packages/processes/src/processes.mjs'
import { FAULTS, type Fault } from './faults.ts'
import { countInDatabase, startLoad } from './load.ts'
import { askForMails, countMails } from './mails.ts'
import { openService, type Service } from './service.ts'

// `npm run faults`: takes processes, PostgreSQL, disks, folders, the mail server and the clock away from a service that this
// command starts, while five reports a second come, and writes what became of them to docs/figures.md. It needs the apps built
// (`npm run build`) or builds them, and Linux; `--only=kill,clock` tries those whose names begin so. It ends with an error if
// a goal was missed.

const CALM_MS = 5_000
const GIVEN_UP_MS = 90_000
const BACK_S = 5
const REPLACED_S = 15

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const chosen = Object.keys(FAULTS).filter((name) => options.only.split(',').some((only) => name.startsWith(only)))
if (chosen.length === 0) {
  console.error(`Usage: npm run faults -- [--only=<beginnings of names>]\n${Object.keys(FAULTS).join(' ')}`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const HEAD = ['fault', 'reports', 'at once', 'by retry', 'lost', 'doubled', 's of errors', 'normal after s', 'load', '']
const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const titleOf = (line: string) => line.split('|')[1]?.replaceAll('**', '').trim() ?? ''
const grey = sharp({ create: { width: 800, height: 600, channels: 3, background: 'grey' } }).jpeg()

/** A row of the table; its title is bold where a goal was missed. */
async function tryOut(service: Service, fault: Fault): Promise<string> {
  if (fault.needsMounts && !service.isMounted)
    return lineOf([fault.title, ...HEAD.slice(2).map(() => '–'), 'not tried: nothing may be mounted here'])
  await fault.prepare?.(service)
  const photo = fault.hasPhotos ? await grey.toBuffer() : undefined
  const load = startLoad(service, fault.process && service.pages[fault.process], photo)
  const mails = fault.hasMails ? askForMails(service) : undefined
  await sleep(CALM_MS)
  const begunAt = performance.now()
  await fault.happen(service)
  const overAt = performance.now()
  const endedAt = fault.isInstant ? begunAt : overAt
  const failedAt = () => load.attempts.filter(({ failure }) => failure !== undefined).map(({ at }) => at)
  while (performance.now() - Math.max(overAt, ...failedAt()) < CALM_MS && performance.now() - overAt < GIVEN_UP_MS)
    await sleep(100)
  await load.finish()
  const sent = mails && (await countMails(service, mails, endedAt))
  const { lost, doubled } = await countInDatabase(service, load.reports)
  const all = load.reports.length
  const taken = load.reports.filter(({ isTaken }) => isTaken)
  const retried = taken.filter(({ tries }) => tries > 1).length
  const [first, last] = [Math.min(...failedAt()), Math.max(...failedAt())]
  const secondsOf = (ms: number) => Math.max(0, ms / 1000)
  const backS = secondsOf(last - endedAt)
  const replacedS = fault.isReplaced ? secondsOf(overAt - begunAt) : 0
  for (const [what, those] of Map.groupBy(load.attempts, ({ failure }) => failure))
    if (what) console.log(`    ${those.length} × ${what}`)
  const misses = [lost > 0, doubled > 0, taken.length < all, backS > BACK_S, replacedS > REPLACED_S, sent?.isMissing]
  const notes = [
    fault.isReplaced && `replaced after ${replacedS.toFixed(1)} s`,
    taken.length < all && `${all - taken.length} never taken`,
    sent?.text,
  ]
  return lineOf([
    misses.some(Boolean) ? `**${fault.title}**` : fault.title,
    ...[all, taken.length - retried, retried, lost, doubled].map(String),
    ...[secondsOf(last - first), backS, loadavg()[0] ?? 0].map((figure) => figure.toFixed(1)),
    notes.filter(Boolean).join('; '),
  ])
}

/** Rows of this run take the places of the same ones before; all are in the order of FAULTS. */
function write(rows: readonly string[]): void {
  const text = readFileSync(join(ROOT, 'docs/figures.md'), 'utf8')
  const before = /<!-- faults: begin -->(.*)<!-- faults: end -->/s.exec(text)?.[1]?.split('\n') ?? []
  const lines = new Map([...before, ...rows].map((line) => [titleOf(line), line]))
  const ordered = Object.values(FAULTS).flatMap(({ title }) => lines.get(title) ?? [])
  const day = new Date().toISOString().slice(0, 10)
  writeBetween('faults', [`Last run on ${day}.\n`, lineOf(HEAD), lineOf(HEAD.map(() => '---')), ...ordered].join('\n'))
}

console.log(`Starting a service for ${chosen.length} faults`)
const service = await openService()
const rows: string[] = []
try {
  for (const name of chosen) {
    const fault = FAULTS[name]
    if (!fault) continue
    console.log(`== ${name}: ${fault.title}`)
    rows.push(await tryOut(service, fault))
    console.log(rows.at(-1))
    write(rows)
  }
} finally {
  await service.close()
}
process.exit(rows.some((line) => line.includes('**')) ? 1 : 0)
