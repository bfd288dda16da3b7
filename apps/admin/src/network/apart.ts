type Pixels = { x: number; y: number }

/** The room of a mark with its name below it, in pixels. */
const ROOM = { x: 96, y: 64 }

/** The marks that are in view and do not cover an earlier one; each id once. */
export function apart<M extends { id: string }>(
  marks: readonly M[],
  project: (mark: M) => Pixels,
  { width, height }: { width: number; height: number },
): M[] {
  const shown = new Map<string, { mark: M; at: Pixels }>()
  for (const mark of marks) {
    const at = project(mark)
    const isInView = at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height
    const isFree = [...shown.values()].every(
      (other) => Math.abs(other.at.x - at.x) >= ROOM.x || Math.abs(other.at.y - at.y) >= ROOM.y,
    )
    if (isInView && isFree) shown.set(mark.id, { mark, at })
  }
  return [...shown.values()].map(({ mark }) => mark)
}
