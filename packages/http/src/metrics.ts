import { createServer } from 'node:http'
import { observeWith } from '@salama/domain/measure'
import { runningVersion } from '@salama/domain/version'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { causeOf } from './cause.ts'
import { log } from './log.ts'

// What operators watch of a process, for Prometheus. Loaded only if a port is configured, and served on that port alone: no
// server of the public answers it.
//
// Labels are names of ours (operations, SQL functions, tasks) and statuses, so that they are few, and tell of no person, place or
// plate.

/** From what is answered from memory to the timeout of a request. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type Address = { process: string; port: number; host: string }

/**
 * Measures this process from now on, and serves what it measured.
 *
 * @param openMore makes further metrics; what it returns is awaited before each answer
 * @returns the port; null where it is taken, which stops nothing: a process that cannot be watched works
 */
export async function serveMetrics(
  { process: name, port, host }: Address,
  openMore?: (registry: Registry) => () => Promise<void>,
): Promise<number | null> {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  collectDefaultMetrics({ register: registry })
  measureInto(registry)
  const refresh = openMore?.(registry)
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    try {
      await refresh?.()
      response.setHeader('content-type', registry.contentType)
      response.end(await registry.metrics())
    } catch (error) {
      log.error({ cause: causeOf(error) }, 'metrics could not be read')
      response.writeHead(500).end()
    }
  })
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', (error) => {
      log.error({ cause: causeOf(error), port }, 'metrics are not served')
      resolve(false)
    })
    server.listen(port, host, () => resolve(true))
  })
  server.unref()
  const address = server.address()
  return isListening && typeof address === 'object' ? (address?.port ?? null) : null
}

function measureInto(registry: Registry): void {
  const registers = [registry]
  const timed = { request: 'operation', rpc: 'function', job: 'task' } as const
  const of = (what: keyof typeof timed, help: string) => ({
    total: new Counter({
      name: `salama_${what}s_total`,
      help: `${help}, by status as in HTTP; 0 without an answer`,
      labelNames: [timed[what], 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: `salama_${what}_seconds`,
      help: `How long they took: ${help}`,
      labelNames: [timed[what]],
      buckets: BUCKETS,
      registers,
    }),
  })
  const metrics = {
    request: of('request', 'Requests'),
    rpc: of('rpc', 'Calls of the database, with the wait for their turn'),
    job: of('job', 'Attempts at jobs of the worker'),
  }
  observeWith((what, label, status, seconds) => {
    metrics[what].total.inc({ [timed[what]]: label, status })
    metrics[what].seconds.observe({ [timed[what]]: label }, seconds)
  })
  new Gauge({ name: 'salama_info', help: 'The running version', labelNames: ['version'], registers }).set(
    { version: runningVersion() },
    1,
  )
}
