import { scaleLinear } from 'd3-scale'

/**
 * Where the axis of a plot ends, and what it is marked with. It reaches the largest value, and its marks are whole numbers:
 * most of what is drawn are counts, and there is no half of an entry.
 */
export function axisTo(most: number): { end: number; ticks: number[] } {
  if (most > 4) {
    const scale = scaleLinear([0, most], [0, 1]).nice(4)
    return { end: scale.domain()[1] ?? most, ticks: scale.ticks(4) }
  }
  const end = Math.max(1, Math.ceil(most))
  return { end, ticks: Array.from({ length: end + 1 }, (_, tick) => tick) }
}
