/** The job that sends news of field work. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startSendingAlerts } = await import('@salama/ui/alerts/send-alerts.ts')
    const { FIELD_ALERTS } = await import('./src/push/field-message.ts')
    startSendingAlerts(FIELD_ALERTS)
  }
}
