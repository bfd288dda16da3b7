import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, isPortFree, type Running, start } from '../../../packages/processes/src/processes.mjs'
import { environment } from '../env.ts'

// `npm run crawl`: starts all of Salama for Mexico City, reads every page of its apps as strangers and people of the demo
// see them, what the API says, and what leaves in files and mails, and ends with an error if anything in them is of
// Nairobi. With PORT_BASE, SUPABASE_PORT and DATA_DIR it reads a service that runs already.

const CITY = 'mexico-city'
environment().CITY = CITY

/** Five apps, the worker and their metrics are at ports one after the other. */
async function freeBase(): Promise<number> {
  for (let base = 36_000; base < 60_000; base += 100) {
    const isFree = await Promise.all(Array.from({ length: 30 }, (_, n) => isPortFree(base + n)))
    if (isFree.every(Boolean)) return base
  }
  throw new Error('There are no free ports.')
}

async function begin(): Promise<{ stop: () => Promise<void> }> {
  if (environment().PORT_BASE) return { stop: async () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'salama-crawl-'))
  const [supabasePort] = await freePorts(1)
  Object.assign(environment(), { PORT_BASE: await freeBase(), SUPABASE_PORT: supabasePort, DATA_DIR: folder })
  const { promise, resolve } = Promise.withResolvers<void>()
  const onLine = (line: string) => {
    console.log(line)
    if (line.startsWith('Salama is running')) resolve()
  }
  const service: Running = start({ name: 'npm start', command: ['node', 'scripts/start.mjs'], onLine, isHeld: true })
  const ended = service.ended.then((how) => Promise.reject(new Error(`The service ${how}`)))
  await Promise.race([promise, ended])
  return {
    stop: async () => {
      ended.catch(() => {})
      await service.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

const service = await begin()
try {
  const { crawl } = await import('./crawl.ts') // it reads the ports
  const { read, findings } = await crawl(CITY)
  console.log(read.map(([what, count]) => `${count} ${what}`).join(', '))
  for (const [finding, where] of findings) console.log(`${finding}\n  ${where.slice(0, 5).join('\n  ')}`)
  process.exitCode = findings.size > 0 ? 1 : 0
} finally {
  await service.stop()
}
process.exit()
