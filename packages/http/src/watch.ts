import { settings } from './env.ts'

/** Serves the metrics of this process if METRICS_PORT names a port; else nothing is measured, and nothing loaded. */
export async function watch(
  loadMore?: () => Promise<Parameters<typeof import('./metrics.ts').serveMetrics>[1]>,
): Promise<void> {
  const { METRICS_PORT: port, METRICS_HOST: host, APP_NAME: process } = settings()
  if (port === undefined) return
  const { serveMetrics } = await import('./metrics.ts')
  await serveMetrics({ process, port, host }, await loadMore?.())
}
