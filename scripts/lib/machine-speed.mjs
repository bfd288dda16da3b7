/**
 * How much more processor time the same work needs here and now than on the machine on which the budgets were set: other
 * processors, and neighbours that share their caches, make a difference of two and more. Dependency-free.
 */

/** The processor time of `work()` on the machine of the budgets, when nothing else runs there. */
const REFERENCE_MS = 8.5
const EVERY_MS = 3000

const TEXT = JSON.stringify(
  Array.from({ length: 8000 }, (_, n) => ({ id: n, name: `stop ${(n * 7919) % 8000}`, at: [n / 7, n / 11] })),
)
function work() {
  const stops = JSON.parse(TEXT)
  stops.sort((/** @type {{ name: string }} */ a, /** @type {{ name: string }} */ b) => (a.name < b.name ? -1 : 1))
  return JSON.stringify(stops).length
}

/** @type {{ at: number, ratio: number }[]} */
const samples = []
function sample() {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  samples.push({ at: Date.now(), ratio: (user + system) / 1000 / REFERENCE_MS })
}

export function watchSpeed() {
  for (let n = 0; n < 10; n += 1) work() // until it is compiled
  sample()
  setInterval(sample, EVERY_MS).unref()
}

/**
 * The median of the samples of a time, or of the nearest one.
 * @param {number} from
 * @param {number} to
 */
export function speedOf(from, to) {
  const within = samples.filter(({ at }) => at >= from && at <= to)
  const ratios = (within.length > 0 ? within : samples.slice(-1)).map(({ ratio }) => ratio).sort((a, b) => a - b)
  return ratios[Math.floor(ratios.length / 2)] ?? 1
}
