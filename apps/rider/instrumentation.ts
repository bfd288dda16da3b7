import { register as registerApp } from '@salama/http/instrumentation'

/** The common instrumentation, and a job that deletes the pictures of erased photos once a minute. */
export async function register(): Promise<void> {
  await registerApp()
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startPhotoErasure } = await import('./src/photo-erasure.ts')
    startPhotoErasure()
  }
}
