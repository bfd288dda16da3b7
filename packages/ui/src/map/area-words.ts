import type { Pixel } from './groups.ts'

// Where the words of an area stand on the screen: anywhere about its haze is as true as its middle, so they give way to
// signs, to the reader's own dot and to each other, and can be read and pressed.

/** A box by its middle, in pixels. */
export type Box = Pixel & { width: number; height: number }

/** Between the words and the middle of the area, when they are beside it. */
const BESIDE_PX = 30

/** By preference. */
const SIDES = [
  [0, 0],
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const

/** In square pixels. */
export const overlap = (a: Box, b: Box) => {
  const width = Math.min(a.width, b.width, (a.width + b.width) / 2 - Math.abs(a.x - b.x))
  const height = Math.min(a.height, b.height, (a.height + b.height) / 2 - Math.abs(a.y - b.y))
  return width > 0 && height > 0 ? width * height : 0
}

/** The place of words about `at` that is in `view` and covers the least of what is `taken`. */
export function placeWords({ x, y, width, height }: Box, taken: readonly Box[], view: Box): Box {
  const places = SIDES.map(([right, down]): Box => {
    return { x: x + right * (width / 2 + BESIDE_PX), y: y + down * (height / 2 + BESIDE_PX), width, height }
  })
  const covered = places.map(
    (place) => width * height - overlap(place, view) + taken.reduce((sum, each) => sum + overlap(place, each), 0),
  )
  return places[covered.indexOf(Math.min(...covered))] ?? { x, y, width, height }
}

/** The widest words of an area, which wrap; `max-w-38` of the marker. */
const WIDEST_PX = 152

/** About how large words are, without asking the page. */
export function sizeOfWords({ what, where }: { what: string; where: string }, fontPx: number) {
  const widthOf = (text: string) => text.length * fontPx * 0.52
  const lines = Math.ceil(widthOf(what) / WIDEST_PX) + Math.ceil(widthOf(where) / WIDEST_PX)
  const width = Math.min(WIDEST_PX, Math.max(widthOf(what), widthOf(where), 48))
  return { width, height: Math.max(48, lines * fontPx * 1.25) }
}
