// Where somebody is in a lesson: the paragraph at the top of the screen, not how far they scrolled, for a phone may be
// turned or its letters made larger meanwhile. It stays on the device; a device that keeps nothing begins at the top.

const KEY = 'salama-learning.place'
/** Places in so many lessons. */
const MOST = 50

type Places = Record<string, number>

function readAll(): Places {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const isPlaces = typeof kept === 'object' && kept !== null
    return isPlaces ? Object.fromEntries(Object.entries(kept).filter(([, at]) => Number.isInteger(at))) : {}
  } catch {
    return {}
  }
}

function writeAll(places: Places): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(places).slice(-MOST))))
  } catch {
    // Then one begins at the top.
  }
}

/** The number of the paragraph, or null where one begins at the top. */
export const readPlace = (lesson: string): number | null => readAll()[lesson] ?? null

export function writePlace(lesson: string, place: number): void {
  const { [lesson]: _, ...others } = readAll()
  writeAll({ ...others, [lesson]: place })
}

export function forgetPlace(lesson: string): void {
  const { [lesson]: had, ...others } = readAll()
  if (had !== undefined) writeAll(others)
}

/** Below this from the top of the screen a paragraph is the one that is being read. */
const TOP_PX = 80

/** The paragraph at the top of the screen; null at the beginning of the lesson. */
export function placeIn(article: Element): number | null {
  const at = [...article.children].findIndex((each) => each.getBoundingClientRect().bottom > TOP_PX)
  return at <= 0 ? null : at
}

/** Goes to a paragraph; false when the lesson does not have it. */
export function showPlace(article: Element, place: number): boolean {
  const paragraph = article.children[place]
  if (!paragraph) return false
  window.scrollTo({ top: window.scrollY + paragraph.getBoundingClientRect().top - TOP_PX / 2, behavior: 'instant' })
  return true
}
