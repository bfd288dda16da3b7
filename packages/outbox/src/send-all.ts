import type { Outbox } from './outbox.ts'

/** For Background Sync. Rejects while items are left, so that the browser wakes the service worker again. */
export async function sendAll<Content, Reply>(outbox: Outbox<Content, Reply>): Promise<void> {
  await outbox.flush({ eager: true })
  if ((await outbox.nextDueMs()) !== null) throw new Error('Something is left')
}
