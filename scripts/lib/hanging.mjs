/** Kills a process that hangs, so that its supervisor starts it again. Dependency-free. */

/** As many questions in a row without an answer. */
const MOST_UNANSWERED = 4

/** With the time of one more question, a restart and a start it is replaced within a quarter of a minute. */
export const SILENCE_S = 8

/**
 * Asks a process for a sign of life until it ends, and kills it when it has given none for a while. Questions are
 * counted, not seconds: after a pause of the whole machine, or of this process, nobody is late.
 * @param {import('../../packages/processes/src/processes.mjs').Running} running
 * @param {number} silenceS
 * @param {(message: string) => void} say
 */
export function killWhenHanging(running, silenceS, say) {
  const timer = setInterval(
    () => {
      if (running.ask() < MOST_UNANSWERED) return
      say(`${running.name} has not responded for ${silenceS} s and is killed.`)
      clearInterval(timer)
      running.kill()
    },
    (silenceS / MOST_UNANSWERED) * 1000,
  )
  running.ended.then(() => clearInterval(timer))
}
