import autocannon from 'autocannon'

/** `isRefused`: every response is expected to be an error. */
export type Target = { name: string; url: string; requests: autocannon.Request[]; isRefused?: boolean }
type Figures = { perSecond: number; p50Ms: number; p99Ms: number }

const ROUNDS = 5
const SECONDS = 4

async function measure(target: Target, connections: number, seconds: number): Promise<Figures> {
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    requests: target.requests,
    // What is measured may be in this process: the load is made in another thread.
    workers: 1,
  })
  const unexpected = target.isRefused ? result['2xx'] : result.non2xx
  const failed = unexpected + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${target.name}: ${failed} of ${result.requests.total} requests failed`)
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}

/**
 * Measures targets in turn (A B A B …) after a warm-up of all, with so many connections kept busy, and prints each round
 * and the median ratio of their requests per second to those of the last: the machine may be slow or fast, all were
 * there.
 */
export async function compare(targets: readonly Target[], connections: number): Promise<void> {
  for (const target of targets) await measure(target, connections, 2)
  const rounds: Figures[][] = []
  console.log(`${connections} connections, ${ROUNDS} rounds of ${SECONDS} s each`)
  for (let round = 1; round <= ROUNDS; round++) {
    const figures: Figures[] = []
    for (const target of targets) figures.push(await measure(target, connections, SECONDS))
    rounds.push(figures)
    console.log(`round ${round}: ${targets.map((target, index) => text(target, figures[index])).join(' | ')}`)
  }
  const last = targets.at(-1)
  for (const [index, { name }] of targets.slice(0, -1).entries()) {
    const ratios = rounds.map((each) => (each[index]?.perSecond ?? 0) / (each.at(-1)?.perSecond ?? 0))
    const sorted = ratios.toSorted((x, y) => x - y).map((ratio) => ratio.toFixed(2))
    console.log(`${name} / ${last?.name}: median ratio ${middle(ratios).toFixed(2)} (${sorted[0]} to ${sorted.at(-1)})`)
  }
}

/** The median. */
export const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const text = ({ name }: Target, figures?: Figures) =>
  `${name} ${figures?.perSecond.toFixed(0)}/s p50 ${figures?.p50Ms} ms p99 ${figures?.p99Ms} ms`
