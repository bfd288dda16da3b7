import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { parseArgs } from 'node:util'
import { closeServer } from './close-server.ts'

/** The options of a server of ours, as those of `next start`: `-H 127.0.0.1 -p 3000`. */
export function serverOptions(): { hostname: string; port: number } {
  const { values } = parseArgs({
    options: {
      hostname: { type: 'string', short: 'H', default: '0.0.0.0' },
      port: { type: 'string', short: 'p', default: '3000' },
    },
  })
  return { hostname: values.hostname, port: Number(values.port) }
}

/** Longer than a proxy in front holds idle connections: else now and then it sends a request into one just being closed. */
export const KEEP_ALIVE_MS = 65_000

/** On SIGINT and SIGTERM: finishes the requests that run, and exits with the code of the signal. */
export function stopOnSignals(server: HttpServer, listening: readonly Server[], close: () => Promise<void>): void {
  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    await closeServer(server, listening)
    await close()
    process.exit(code)
  }
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(143))
}
