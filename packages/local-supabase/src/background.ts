import { oneAtATime } from './database/one-at-a-time.ts'

/** Work that no request waits for, one piece after the other. */
export type Background = {
  /** Resolves when there is room for the work, which is before it is done. */
  add: (work: Work) => Promise<void>
  /** Whether there was room for the work. */
  offer: (work: Work) => boolean
  /** Resolves when all work that was taken is done. */
  settled: () => Promise<void>
}
type Work = () => Promise<unknown>

/** `room`: how much may wait, so that nobody can fill the memory. What fails goes to `fail`. */
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
    add: async (work) => {
      while (!offer(work)) await Promise.race(waiting)
    },
    settled: async () => {
      while (waiting.size > 0) await Promise.all(waiting)
    },
  }
}
