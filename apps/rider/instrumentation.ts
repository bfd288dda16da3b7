import { register as registerApp } from '@salama/http/instrumentation'

/** The common instrumentation, and two jobs: deleting the pictures of erased photos, and sending alerts. */
export async function register(): Promise<void> {
  await registerApp()
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startPhotoErasure } = await import('./src/photo-erasure.ts')
    startPhotoErasure()
    const { startSendingAlerts } = await import('@salama/ui/alerts/send-alerts.ts')
    const { RIDER_ALERTS } = await import('./src/alerts/alert-message.ts')
    startSendingAlerts(RIDER_ALERTS)
  }
}
