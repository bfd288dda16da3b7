import { settings } from './env.ts'

/**
 * Runs once before the first request, from an app's `instrumentation.ts`. Next also compiles it for its edge runtime,
 * where none of our code runs; it inlines the runtime's name and removes the unreachable code.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { stampPeers } = await import('./network-address.ts')
    const { normalizeRequests } = await import('./normalize-requests.ts')
    const { stampReplies } = await import('./reply-status.ts')
    normalizeRequests()
    stampPeers()
    stampReplies()
    const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME, APP_NAME } = settings()
    if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return
    const { startTracing } = await import('./tracing.ts')
    startTracing(OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME ?? `salama-${APP_NAME}`)
  }
}
