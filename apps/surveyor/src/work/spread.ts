export type Point = { x: number; y: number }

/** A mark is 44 px wide, with an outline. */
const APART_PX = 52

/** Offsets of marks from their points so that none covers another: the nearest free place on circles around each. */
export function spread(points: readonly Point[]): Point[] {
  const placed: Point[] = []
  return points.map((point) => {
    const free = candidates(point).find((at) =>
      placed.every((other) => Math.hypot(other.x - at.x, other.y - at.y) >= APART_PX),
    )
    const at = free ?? point
    placed.push(at)
    return { x: Math.round(at.x - point.x), y: Math.round(at.y - point.y) }
  })
}

/** The point itself, then rings of ever more places around it. */
function candidates({ x, y }: Point): Point[] {
  const rings = Array.from({ length: 8 }, (_, ring) => ring + 1).flatMap((ring) =>
    Array.from({ length: 6 * ring }, (_, at) => {
      const angle = (2 * Math.PI * at) / (6 * ring) - Math.PI / 2
      return { x: x + APART_PX * ring * Math.cos(angle), y: y + APART_PX * ring * Math.sin(angle) }
    }),
  )
  return [{ x, y }, ...rings]
}
