/** Restarts processes that end, with exponential backoff. Dependency-free. */
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {import('../../packages/processes/src/processes.mjs').Running} Running */

/**
 * @typedef {object} Supervised
 * @property {() => Running} current
 * @property {() => Promise<void>} stop
 */

/**
 * @typedef {object} Rhythm
 * @property {number} firstMs before the first restart
 * @property {number} mostMs between any two
 * @property {number} healthyMs after running this long the backoff is reset
 */

/** @type {Rhythm} */
const RHYTHM = { firstMs: 100, mostMs: 60_000, healthyMs: 120_000 }

/**
 * @param {() => Running} start
 * @param {(message: string) => void} say
 * @param {Rhythm} [rhythm]
 * @returns {Supervised}
 */
export function supervise(start, say, rhythm = RHYTHM) {
  const stopping = new AbortController()
  let running = start()
  const watch = async () => {
    /** @type {string | undefined} */
    let failure
    for (let inARow = 0; ; ) {
      const startedAt = Date.now()
      const end = failure ?? (await running.ended)
      if (stopping.signal.aborted) return
      inARow = Date.now() - startedAt >= rhythm.healthyMs ? 1 : inARow + 1
      const pause = Math.min(rhythm.firstMs * 2 ** (inARow - 1), rhythm.mostMs)
      say(messageOf(running, end, inARow, pause))
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      failure = undefined
      try {
        running = start()
      } catch (error) {
        failure = `was not started (${error instanceof Error ? error.message : error})` // no memory is left, for example
      }
    }
  }
  const watching = watch()
  return {
    current: () => running,
    stop: async () => {
      stopping.abort()
      await running.stop()
      await watching
    },
  }
}

/**
 * @param {Running} running
 * @param {string} end
 * @param {number} inARow
 * @param {number} pause
 */
function messageOf(running, end, inARow, pause) {
  const again = `Starting it again in ${pause / 1000} s.`
  if (inARow === 1) return `${running.name} ${end}. ${again}`
  const lines = running.lastLines().slice(-10)
  return [`${running.name} ${end}, ${inARow} times in a row. ${again} Its last lines:`, ...lines].join('\n')
}
