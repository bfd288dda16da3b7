/** Progress output: each step on one line, with its duration, with dots in between. */

/** The name of the step whose line is not ended. */
let openStep = ''

/**
 * Prints a line, also during a step.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(openStep ? `\n${line}\n${openStep} ` : `${line}\n`)
}

/**
 * One step at a time.
 * @template T
 * @param {string} name
 * @param {(alive: () => void) => Promise<T>} work calls `alive` on progress
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const startedAt = Date.now()
  openStep = name
  process.stdout.write(`${name} `)
  let lastDot = startedAt
  const alive = () => {
    if (Date.now() - lastDot < 2000) return
    lastDot = Date.now()
    process.stdout.write('.')
  }
  const timer = setInterval(alive, 5000)
  try {
    const result = await work(alive)
    process.stdout.write(` ${seconds(startedAt)}\n`)
    return result
  } catch (error) {
    process.stdout.write(` failed after ${seconds(startedAt)}\n`)
    throw error
  } finally {
    clearInterval(timer)
    openStep = ''
  }
}

/** @param {number} since */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
