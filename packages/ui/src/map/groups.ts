type Pixel = { x: number; y: number }

/** Where a place lies on the whole world's map at a zoom (web Mercator, tiles of 512 px, as MapLibre counts). */
export function pixelAt({ lat, lng }: { lat: number; lng: number }, zoom: number): Pixel {
  const world = 512 * 2 ** zoom
  const north = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
  return { x: ((lng + 180) / 360) * world, y: (0.5 - north / (2 * Math.PI)) * world }
}

/** Marks are 44 px wide; nearer than this and one would hide the other. */
const APART_PX = 40

/**
 * Puts together what would lie on top of each other, in the order in which it comes: each mark joins the first group
 * whose first mark is too near, so the most urgent ones keep their place.
 */
export function groupMarks<T>(marks: readonly T[], pixelOf: (mark: T) => Pixel): [T, ...T[]][] {
  const groups: { at: Pixel; marks: [T, ...T[]] }[] = []
  for (const mark of marks) {
    const { x, y } = pixelOf(mark)
    const near = groups.find(({ at }) => Math.hypot(at.x - x, at.y - y) < APART_PX)
    if (near) near.marks.push(mark)
    else groups.push({ at: { x, y }, marks: [mark] })
  }
  return groups.map((group) => group.marks)
}

/** Whether going closer shows marks apart; those of one stage have one place and never part. */
export const canPart = (places: readonly { lat: number; lng: number }[]) =>
  places.some(({ lat, lng }) => {
    const [first = { lat, lng }] = places
    return Math.abs(lat - first.lat) > PART_DEGREES || Math.abs(lng - first.lng) > PART_DEGREES
  })

/** In degrees; about 90 px at the closest that the map goes. */
const PART_DEGREES = 0.0005

/** The one after the chosen one, round and round; the first when none of them is chosen. */
export function nextOf<T extends { id: string }>(marks: readonly [T, ...T[]], chosen: string | undefined): T {
  const index = marks.findIndex(({ id }) => id === chosen)
  return marks[(index + 1) % marks.length] ?? marks[0]
}
