import type { Server as HttpServer } from 'node:http'
import type { Server } from 'node:net'
import { parseArgs } from 'node:util'
import { hasLiveFeed, maxInFlight, timeLimit } from '@salama/domain/env'
import { rememberRootContext } from '@salama/domain/root-context'
import { basemapFiles } from './basemap.ts'
import { closeServer } from './close-server.ts'
import { settings } from './env.ts'
import { endEventStreams } from './event-streams.ts'
import { listen } from './listen.ts'
import { nextPages } from './next-pages.ts'
import { type AheadOfNext, createServer } from './server.ts'
import { staticFiles } from './static-files.ts'
import { watch } from './watch.ts'

/** Longer than a proxy in front holds idle connections: else now and then it sends a request into one just being closed. */
const KEEP_ALIVE_MS = 65_000

/**
 * The process of an app: checks its settings, starts Next on the app in the current folder, and listens. Options as
 * Next's: `-H 127.0.0.1 -p 3000`, and `--dev` with hot reload.
 * @param loadApi what answers ahead of Next; in development Next answers it, so that it is reloaded @throws on an
 * invalid setting, which would fail requests later
 */
export async function startServer(loadApi?: () => Promise<AheadOfNext>): Promise<void> {
  const { hostname, port, isDev } = serverOptions()
  await prepareProcess()
  const dir = process.cwd()
  const api = isDev ? undefined : await loadApi?.()
  const pages = nextPages({ dir, hostname, port, dev: isDev })
  // A process that answers without Next needs neither its time nor its memory until somebody asks for a page.
  if (!api) await pages.prepare()
  const files = isDev ? undefined : staticFiles(dir)
  const basemap = basemapFiles(settings().BASEMAP_FILE)
  const server = createServer({ api, basemap, files, pages: pages.listener, isDev })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const listening = await listen(server, { port, host: hostname })
  // Connections for hot reload never become idle.
  if (!isDev) stopOnSignals(server, listening, pages.close)
}

function serverOptions(): { hostname: string; port: number; isDev: boolean } {
  const { values } = parseArgs({
    options: {
      hostname: { type: 'string', short: 'H', default: '0.0.0.0' },
      port: { type: 'string', short: 'p', default: '3000' },
      dev: { type: 'boolean', default: false },
    },
  })
  return { hostname: values.hostname, port: Number(values.port), isDev: values.dev }
}

/** Checks the settings that are read at first use, and starts what belongs to no request. */
export async function prepareProcess(): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, APP_NAME } = settings()
  await watch()
  hasLiveFeed()
  maxInFlight()
  timeLimit(0)
  rememberRootContext()
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const { startTracing } = await import('./tracing.ts')
  startTracing(OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME ?? `salama-${APP_NAME}`)
}

/** On SIGINT and SIGTERM: finishes the requests that run, and exits with the code of the signal. */
function stopOnSignals(server: HttpServer, listening: readonly Server[], close: () => Promise<void>): void {
  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) return
    isStopping = true
    endEventStreams()
    await closeServer(server, listening)
    await close()
    process.exit(code)
  }
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(143))
}
