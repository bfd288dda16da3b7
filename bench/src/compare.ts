import autocannon from 'autocannon'

/** How long and how often is measured. */
export type Effort = { rounds: number; seconds: number }
/** The median of the rounds, the lowest and the highest. */
export type Spread = { median: number; low: number; high: number }
export type Target = { name: string; url: string; requests: autocannon.Request[]; status?: number }
type Figures = { perSecond: number; p50Ms: number; p99Ms: number }
export type Compared = {
  rows: { name: string; perSecond: Spread; p50Ms: Spread; p99Ms: Spread }[]
  /** The requests per second of one target as a part of another's, round by round. */
  ratio: (name: string, to: string) => Spread
}

async function measure(target: Target, connections: number, seconds: number): Promise<Figures> {
  const { status = 200 } = target
  const result = await autocannon({ url: target.url, connections, duration: seconds, requests: target.requests })
  const expected = result.statusCodeStats?.[`${status}`]?.count ?? 0
  const failed = result['1xx'] + result['4xx'] + result['5xx'] + result.errors
  // A reply from memory may come from the database for a moment, with another ETag.
  if (failed > 0 || expected < result.requests.total * 0.98)
    throw new Error(`${target.name}: ${expected} of ${result.requests.total} requests returned ${status}`)
  return { perSecond: expected / result.duration, p50Ms: result.latency.p50, p99Ms: result.latency.p99 }
}

/** Measures targets in turn (A B C, A B C …) after a warm-up, so that a slow or fast machine is so for all. */
export async function compare(targets: readonly Target[], connections: number, effort: Effort): Promise<Compared> {
  for (const target of targets) await measure(target, connections, Math.min(effort.seconds, 2))
  const rounds: Map<string, Figures>[] = []
  for (let round = 1; round <= effort.rounds; round++) {
    const figures = new Map<string, Figures>()
    for (const target of targets) figures.set(target.name, await measure(target, connections, effort.seconds))
    rounds.push(figures)
    console.log(
      `  round ${round}: ${[...figures].map(([name, { perSecond }]) => `${name} ${perSecond.toFixed(0)}/s`).join(', ')}`,
    )
  }
  const of = (name: string, figure: keyof Figures) => rounds.map((round) => round.get(name)?.[figure] ?? Number.NaN)
  return {
    rows: targets.map(({ name }) => ({
      name,
      perSecond: spreadOf(of(name, 'perSecond')),
      p50Ms: spreadOf(of(name, 'p50Ms')),
      p99Ms: spreadOf(of(name, 'p99Ms')),
    })),
    ratio: (name, to) => ratioOf(of(name, 'perSecond'), of(to, 'perSecond')),
  }
}

/** Of two lists of figures, taken in turn. */
export const ratioOf = (values: readonly number[], to: readonly number[]): Spread =>
  spreadOf(values.map((value, round) => value / (to[round] ?? Number.NaN)))

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { median: at(0.5), low: at(0), high: at(1) }
}
