import { hasLiveFeed, maxInFlight, timeLimit } from '@salama/domain/env'
import { rememberRootContext } from '@salama/domain/root-context'
import { settings } from './env.ts'

const KEY = Symbol.for('salama.http.prepared')
const shared: typeof globalThis & { [KEY]?: true } = globalThis

/**
 * Prepares a process to accept connections: its settings are checked, and spans are exported if that is configured.
 * Idempotent: a server in front of Next and Next's own instrumentation share one process.
 *
 * @throws on an invalid setting, which would fail requests later
 */
export async function prepareProcess(): Promise<void> {
  if (shared[KEY]) return
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, APP_NAME } = settings()
  hasLiveFeed()
  maxInFlight()
  timeLimit(0)
  shared[KEY] = true
  rememberRootContext()
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
  const { startTracing } = await import('./tracing.ts')
  startTracing(OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME ?? `salama-${APP_NAME}`)
}
