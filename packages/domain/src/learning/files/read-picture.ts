import { readdirSync, readFileSync } from 'node:fs'
import { ContentError } from '../../machinery/markdown-file.ts'

// Drawings as SVG: of quiz questions, `pictures/<name>.svg` in a course's folder, of a lesson, beside it under its name,
// and the cover of a course, `cover.svg`. SVG can hold scripts,
// links and whole pages, and its text could not be translated, so only drawing elements are allowed. Pictures are part
// of the version that they were published with, and are shown as images, never inserted into a page as markup.

const MAX_BYTES = 6_000
/** Pictures of one kind have one size, to avoid a layout shift while they load. */
const SIZES = { question: '0 0 160 120', scene: '0 0 320 160' }
const openingOf = (size: keyof typeof SIZES) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${SIZES[size]}">`
const ELEMENTS = ['g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const ATTRIBUTES =
  'd x y width height rx ry cx cy r x1 y1 x2 y2 points fill fill-rule stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray opacity transform'
const ATTRIBUTE = `\\s+(?:${ATTRIBUTES.replaceAll(' ', '|')})="[-\\w\\s#.,()%]*"`
const TAG = new RegExp(`\\s*(?:<(?<closed>/)?(?<name>${ELEMENTS.join('|')})(?:${ATTRIBUTE})*\\s*(?<alone>/)?>)`, 'y')

/** The drawing as one line of text. @throws {ContentError} when the file is invalid */
export function readPicture(path: string, size: keyof typeof SIZES): string {
  const svg = read(path)
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
  const problem = problemOf(svg, openingOf(size))
  if (problem) throw new ContentError(`${path}: ${problem}`)
  return svg
}

/** A picture that nothing names would never be shown. `used` are paths in the folder. @throws {ContentError} */
export function refuseStrayPictures(folder: string, used: readonly string[]): void {
  const strays = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.svg') && !used.includes(file))
  if (strays.length > 0) throw new ContentError(`${folder}: not used: ${strays.join(', ')}`)
}

function problemOf(svg: string, opening: string): string | undefined {
  if (Buffer.byteLength(svg) > MAX_BYTES) return `more than ${MAX_BYTES} bytes`
  if (!svg.startsWith(opening)) return `must begin with ${opening}`
  if (!svg.endsWith('</svg>')) return 'must end with </svg>'
  const inside = svg.slice(opening.length, -'</svg>'.length).trimEnd()
  const open: string[] = []
  TAG.lastIndex = 0
  while (TAG.lastIndex < inside.length) {
    const from = TAG.lastIndex
    const found = TAG.exec(inside)?.groups
    if (!found?.name) return `may not hold ${inside.slice(from, from + 60).trim()}`
    if (found.closed && open.pop() !== found.name) return `</${found.name}> closes nothing`
    if (!found.closed && !found.alone) open.push(found.name)
  }
  return open.length > 0 ? `<${open.at(-1)}> is not closed` : inside === '' ? 'nothing is drawn' : undefined
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ContentError(`${path}: cannot be read`, { cause })
  }
}
