import { type Box, overlap } from '@salama/ui/map/area-words.ts'

// Names on a still map: of streets along them, and of stages beside their dots, none over another. Letters are the
// device's own, so how wide they are is guessed. A picture is twice as large as a phone shows it.

type Pixel = readonly [x: number, y: number]
export type Street = { name: string; rank: number; points: readonly Pixel[] }
type Stage = { name: string; x: number; y: number }

const FONT_PX = 24
const widthOf = (name: string) => name.length * FONT_PX * 0.56
const BESIDE_PX = 14
const STEP_PX = 16
/** A street that bends more than this under its name is no place for it. */
const STRAIGHT = 0.97

const isFree = (box: Box, taken: readonly Box[], view: Box) =>
  overlap(box, view) === box.width * box.height && taken.every((each) => overlap(box, each) === 0)

/**
 * The elements of all names that have room in `view`, stages in their order first. `taken` stays free, and `line` where
 * it can.
 */
export function drawNames(
  streets: readonly Street[],
  stages: readonly Stage[],
  { view, taken, line }: { view: Box; taken: Box[]; line: readonly Pixel[] },
): string {
  const drawn: string[] = []
  for (const { x, y } of stages) drawn.push(`<circle class="stage" cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="7"/>`)
  const onLine = squares(samples(line))
  for (const { name, x, y } of stages) {
    const [width, height] = [widthOf(name), FONT_PX * 1.2]
    const [beside, below] = [BESIDE_PX + width / 2, BESIDE_PX + height / 2]
    const sides = [
      { x: x + beside, y, anchor: 'start', at: x + BESIDE_PX },
      { x: x - beside, y, anchor: 'end', at: x - BESIDE_PX },
      { x, y: y + below, anchor: 'middle', at: x },
      { x, y: y - below, anchor: 'middle', at: x },
    ].map((side) => ({ ...side, width, height }))
    const free = sides.filter((side) => isFree(side, taken, view))
    const side = free.find((each) => isFree(each, onLine, view)) ?? free[0]
    if (!side) continue
    taken.push(side)
    drawn.push(text(`class="stage-name" text-anchor="${side.anchor}"`, name, side.at, side.y))
  }
  const named = new Set<string>()
  for (const street of streets.toSorted((a, b) => a.rank - b.rank)) {
    const place = named.has(street.name) ? null : placeAlong(street, taken, view)
    if (!place) continue
    named.add(street.name)
    taken.push(...place.boxes)
    const [x, y] = [place.x.toFixed(0), place.y.toFixed(0)]
    drawn.push(
      text(`class="street" transform="rotate(${place.degrees.toFixed(0)} ${x} ${y})"`, street.name, place.x, place.y),
    )
  }
  return `<g font-family="sans-serif" font-size="${FONT_PX}" text-anchor="middle" dominant-baseline="central">${drawn.join('')}</g>`
}

/** Points of a line, a step apart. */
function samples(points: readonly Pixel[]): Pixel[] {
  const found: Pixel[] = []
  let left = 0
  for (const [index, [x, y]] of points.entries()) {
    const [x0, y0] = points[index - 1] ?? [x, y]
    const length = Math.hypot(x - x0, y - y0)
    for (; left <= length && length > 0; left += STEP_PX)
      found.push([x0 + ((x - x0) * left) / length, y0 + ((y - y0) * left) / length])
    left -= length
  }
  return found
}

const squares = (points: readonly Pixel[]) => points.map(([x, y]): Box => ({ x, y, width: FONT_PX, height: FONT_PX }))

/** The first straight piece that is as long as the name and free. */
function placeAlong({ name, points }: Street, taken: readonly Box[], view: Box) {
  const all = samples(points)
  const steps = Math.ceil(widthOf(name) / STEP_PX)
  for (let at = 0; at + steps < all.length; at++) {
    const [[x, y], [x2, y2]] = [all[at] ?? [0, 0], all[at + steps] ?? [0, 0]]
    if (Math.hypot(x2 - x, y2 - y) < steps * STEP_PX * STRAIGHT) continue
    const boxes = squares(all.slice(at, at + steps + 1))
    if (!boxes.every((box) => isFree(box, taken, view))) continue
    const degrees = (Math.atan2(y2 - y, x2 - x) * 180) / Math.PI
    const upright = Math.abs(degrees) > 90 ? degrees - Math.sign(degrees) * 180 : degrees
    return { boxes, x: (x + x2) / 2, y: (y + y2) / 2, degrees: upright }
  }
  return null
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const text = (attributes: string, name: string, x: number, y: number) =>
  `<text ${attributes} x="${x.toFixed(0)}" y="${y.toFixed(0)}">${name.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '')}</text>`
