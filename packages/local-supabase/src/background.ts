import { oneAtATime } from './database/one-at-a-time.ts'

/** A bounded queue for background work that no request waits for; one job at a time. */
export type Background = {
  /** Returns whether the job was queued. */
  offer: (work: Work) => boolean
  /** Resolves when all queued jobs are done. */
  settled: () => Promise<void>
}
type Work = () => Promise<unknown>

/** `room`: how many jobs may wait, which bounds memory. Errors go to `fail`. */
export function openBackground(room: number, fail: (error: unknown) => void): Background {
  const inTurn = oneAtATime()
  const waiting = new Set<Promise<void>>()
  function offer(work: Work): boolean {
    if (waiting.size >= room) return false
    const done: Promise<void> = inTurn(work)
      .then(() => undefined, fail)
      .then(() => void waiting.delete(done))
    waiting.add(done)
    return true
  }
  return {
    offer,
    settled: async () => {
      while (waiting.size > 0) await Promise.all(waiting)
    },
  }
}
