import { oneAtATime } from './database/one-at-a-time.ts'

/** A bounded queue for background work that no request waits for; one job at a time. */
export type Background = {
  /** Returns whether the job was queued. */
  offer: (work: Work) => boolean
  /** For a job that must run again: it keeps its place meanwhile, but nobody waits for it. */
  again: (work: Work, inMs: number) => void
  /** Resolves when all queued jobs are done. */
  settled: () => Promise<void>
}
type Work = () => Promise<unknown>

/** `room`: how many jobs may wait, which bounds memory. Errors go to `fail`. */
export function openBackground(room: number, fail: (error: unknown) => void): Background {
  const inTurn = oneAtATime()
  const waiting = new Set<Promise<void>>()
  let later = 0
  function offer(work: Work): boolean {
    if (waiting.size + later >= room) return false
    const done: Promise<void> = inTurn(work)
      .then(() => undefined, fail)
      .then(() => void waiting.delete(done))
    waiting.add(done)
    return true
  }
  return {
    offer,
    again: (work, inMs) => {
      later++
      const queue = () => {
        later--
        offer(work)
      }
      setTimeout(queue, inMs).unref()
    },
    settled: async () => {
      while (waiting.size > 0) await Promise.all(waiting)
    },
  }
}
