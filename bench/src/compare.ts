import autocannon from 'autocannon'

export type Target = { name: string; url: string; requests: autocannon.Request[] }
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
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${target.name}: ${failed} of ${result.requests.total} requests failed`)
  return { perSecond: result.requests.average, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}

/**
 * Measures two targets in turn (A B A B …) after a warm-up of both, with so many connections kept busy, and prints each
 * round and the median ratio of their requests per second: the machine may be slow or fast, both were there.
 */
export async function compare(a: Target, b: Target, connections: number): Promise<void> {
  for (const target of [a, b]) await measure(target, connections, 2)
  const ratios: number[] = []
  console.log(`${connections} connections, ${ROUNDS} rounds of ${SECONDS} s each`)
  for (let round = 1; round <= ROUNDS; round++) {
    const first = await measure(a, connections, SECONDS)
    const second = await measure(b, connections, SECONDS)
    ratios.push(first.perSecond / second.perSecond)
    console.log(`round ${round}: ${text(a, first)} | ${text(b, second)} | ratio ${ratios.at(-1)?.toFixed(2)}`)
  }
  const sorted = ratios.toSorted((x, y) => x - y)
  console.log(`\n${a.name} / ${b.name}: median ratio ${middle(ratios).toFixed(2)}`)
  console.log(`(from ${sorted[0]?.toFixed(2)} to ${sorted.at(-1)?.toFixed(2)})`)
}

/** The median. */
export const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const text = ({ name }: Target, { perSecond, p50Ms, p99Ms }: Figures) =>
  `${name} ${perSecond.toFixed(0)}/s p50 ${p50Ms} ms p99 ${p99Ms} ms`
