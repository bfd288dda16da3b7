import { register as registerApp } from '@salama/http/instrumentation'

/** The common instrumentation, and two jobs: deleting the pictures of erased photos, and sending alerts. */
export async function register(): Promise<void> {
  await registerApp()
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startPhotoErasure } = await import('./src/photo-erasure.ts')
    startPhotoErasure()
    const { startSendingAlerts } = await import('./src/alerts/send-alerts.ts')
    startSendingAlerts()
  }
}
