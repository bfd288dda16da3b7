import { randomUUID } from 'node:crypto'
import { erasePhotos } from '@salama/domain/photos'
import { log } from '@salama/http'

/** Deletes erased pictures every minute, as long as this process runs. What fails now is done the next time. */
export function startPhotoErasure(): void {
  setInterval(() => {
    erasePhotos(randomUUID()).catch((error: unknown) => {
      log.error({ cause: error instanceof Error ? error.message : undefined }, 'erased pictures could not be deleted')
    })
  }, 60_000).unref()
}
