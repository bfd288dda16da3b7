import { randomUUID } from 'node:crypto'
import { erasePhotos } from '@salama/domain/photos'
import { log } from '@salama/http'

/** Deletes erased pictures every minute while this process runs. Failures are retried in the next run. */
export function startPhotoErasure(): void {
  setInterval(() => {
    erasePhotos(randomUUID()).catch((error: unknown) => {
      log.error({ cause: error instanceof Error ? error.message : undefined }, 'erased pictures could not be deleted')
    })
  }, 60_000).unref()
}
