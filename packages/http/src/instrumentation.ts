import { settings } from './env.ts'

/**
 * What an app's `instrumentation.ts` runs once before the first request. Next compiles it for its edge runtime too, where
 * nothing of ours runs; it puts the runtime's name in while compiling, and leaves out what then cannot be reached.
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
