import { nearby } from './nearby.ts'

// Benchmarks. Each prints a ratio against a named peer, both measured in turn in one run; absolute figures are shown for
// orientation only. `npm run bench -- <name>`; build first (`npm run build`).

const BENCHMARKS: Record<string, () => Promise<void>> = { nearby }

const [name = ''] = process.argv.slice(2)
const run = BENCHMARKS[name]
if (run === undefined) {
  console.error(`Usage: npm run bench -- <${Object.keys(BENCHMARKS).join(' | ')}>`)
  process.exit(2)
}
await run()
