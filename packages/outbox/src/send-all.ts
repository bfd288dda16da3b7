import { nextDueMs } from './keep-sending.ts'
import type { Outbox } from './outbox.ts'

/** For Background Sync. Rejects while something is left, so that the browser wakes the service worker again. */
export async function sendAll<Content, Reply>(outbox: Outbox<Content, Reply>): Promise<void> {
  await outbox.flush({ eager: true })
  if (nextDueMs(await outbox.list()) !== null) throw new Error('Something is left')
}
