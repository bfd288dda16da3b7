/** A seeded generator (mulberry32), so that every installation has the same demo. */
export type Random = {
  /** At least 0, below 1. */
  next: () => number
  chance: (share: number) => boolean
  /** A whole number from `least` to `most`, both included. */
  between: (least: number, most: number) => number
  /** One of several, each in proportion to its weight. */
  pick: <T>(weighted: readonly (readonly [T, number])[]) => T
  of: <T>(items: readonly T[]) => T
}

export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const pick = <T>(weighted: readonly (readonly [T, number])[]): T => {
    let at = next() * weighted.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [item, weight] of weighted) {
      at -= weight
      if (at < 0) return item
    }
    const last = weighted.at(-1)
    if (!last) throw new Error('Nothing to pick from')
    return last[0]
  }
  return {
    next,
    pick,
    chance: (share) => next() < share,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    of: (items) => pick(items.map((item) => [item, 1])),
  }
}
