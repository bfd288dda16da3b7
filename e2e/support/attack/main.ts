import { loadavg } from 'node:os'
import { writeBetween } from '../docs.ts'
import { environment } from '../env.ts'
import { accessMatrix } from './access.ts'
import { crossOrigin } from './cross-origin.ts'
import { foreignIds } from './foreign-ids.ts'
import { lockOut, sharedAddress } from './limits.ts'
import { markers } from './markers.ts'
import { mutated } from './mutated.ts'
import { type Attack, type Outcome, whyNot } from './service.ts'
import { forgedTokens } from './tokens.ts'
import { hostileUploads } from './uploads.ts'

// `npm run attack`: attacks the service that `npm start` started on this computer, and ends with an error if anything was
// found. It changes the demo: afterwards `npm start -- --fresh` begins again. `npm run attack -- tokens` does one kind;
// SEED=… makes other mutated requests. Only a run of all kinds is written to docs/figures.md.

const KINDS: Record<string, [title: string, attack: Attack]> = {
  tokens: ['forged tokens', forgedTokens],
  origins: ['changes from another site', crossOrigin],
  foreign: ['ids of what belongs to others', foreignIds],
  markers: ['private words, looked for elsewhere', markers],
  uploads: ['hostile photos', hostileUploads],
  lockout: ['locking others out', lockOut],
  address: ['reports behind a used-up address', sharedAddress],
  mutated: ['mutated requests', mutated],
  access: ['operations by kind of caller', accessMatrix],
}
const SHOWN = 40
const SEED = Number(environment().SEED ?? 20_261_120)

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(KINDS, name))
const because = unknown.length > 0 ? `Usage: npm run attack -- [${Object.keys(KINDS).join(' | ')}]` : await whyNot()
if (because) {
  console.error(because)
  process.exit(2)
}

async function run(title: string, attack: Attack): Promise<{ title: string; outcome: Outcome; seconds: number }> {
  const since = performance.now()
  let ticks = 0
  const tick = () => {
    ticks += 1
    if (ticks % 100 === 0) process.stderr.write('.')
  }
  const outcome = await attack(SEED, tick).catch((error: unknown) => ({
    tries: ticks,
    findings: [`could not go on: ${error instanceof Error ? error.stack : error}`],
  }))
  const seconds = Math.round((performance.now() - since) / 1000)
  console.log(`\n${title}: ${outcome.tries} tries, ${outcome.findings.length} findings, ${seconds} s`)
  for (const finding of outcome.findings.slice(0, SHOWN)) console.log(`  ${finding.slice(0, 400)}`)
  if (outcome.findings.length > SHOWN) console.log(`  and ${outcome.findings.length - SHOWN} more`)
  return { title, outcome, seconds }
}

const done = []
for (const [name, [title, attack]] of Object.entries(KINDS))
  if (asked.length === 0 || asked.includes(name)) done.push(await run(title, attack))

const rows = done.map(
  ({ title, outcome, seconds }) => `| ${title} | ${outcome.tries} | ${outcome.findings.length} | ${seconds} |`,
)
const table = ['| what | tries | findings | s |', '|---|---|---|---|', ...rows].join('\n')
const others = done.flatMap(({ outcome }: { outcome: Outcome }) => [
  ...(outcome.notes ?? []),
  ...(outcome.table ? [outcome.table] : []),
])
const today = new Date().toISOString().slice(0, 10)
const text = [
  `Tried on ${today}, seed ${SEED}, load ${(loadavg()[0] ?? 0).toFixed(1)} at its end.`,
  table,
  ...others,
].join('\n\n')
console.log(`\n${text}`)
if (asked.length === 0) writeBetween('attack', text)
process.exit(done.some(({ outcome }) => outcome.findings.length > 0) ? 1 : 0)
