/** Two jobs: deleting the pictures of erased photos, and sending alerts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startPhotoErasure } = await import('./src/photo-erasure.ts')
    startPhotoErasure()
    const { startSendingAlerts } = await import('@salama/ui/alerts/send-alerts.ts')
    const { RIDER_ALERTS } = await import('./src/alerts/alert-message.ts')
    startSendingAlerts(RIDER_ALERTS)
  }
}
