/** Random numbers that are the same in every run: mulberry32. */
export function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <T>(of: readonly [T, ...T[]]): T => of[Math.floor(next() * of.length)] ?? of[0]
  return { next, pick, degrees: (from: number, to: number) => Number((from + next() * (to - from)).toFixed(5)) }
}
