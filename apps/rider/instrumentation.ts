import { register as registerApp } from '@salama/http/instrumentation'

/** What every app does, and once a minute: pictures of photos that were erased are deleted where they are stored. */
export async function register(): Promise<void> {
  await registerApp()
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startPhotoErasure } = await import('./src/photo-erasure.ts')
    startPhotoErasure()
  }
}
