import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions } from '@playwright/test'
import type { Control, Page, Target } from './pages.ts'
import { startTrace, type Work } from './trace.ts'
import { drag, type Point, press, type, until, type Visit, visit } from './visit.ts'
import { paints } from './watch.ts'

/** Where and how a page is opened. */
export type Opened = { url: string; context: BrowserContextOptions; restore: () => Promise<void> }

/** Milliseconds from a press to its effect; `Infinity` when it was lost, and null when nothing was there to be pressed. */
export type Outcome = number | null

/** After the document's first bytes. */
export const PRESSED_S = [0.3, 0.8, 1.5, 3] as const

/** For this long nothing is asked from the network and no task is long. */
const QUIET_MS = 5_000
const QUIET_AT_MOST_MS = 60_000
/** A press without an effect by then is lost. */
const LOST_MS = 10_000
const AGAIN_MS = 100
const DRAG_AGAIN_MS = 400

/** Whether it becomes quiet. */
const isQuiet = (page: Visit) => until(() => Date.now() - page.activeMs() > QUIET_MS, QUIET_AT_MOST_MS)

/** Where a control and its field are on the screen, in a page that is not slowed down. */
export type Places = { control: Point; field: Point | undefined }

export async function placesOf(opened: Opened, control: Control): Promise<Places> {
  const { target, typed } = control
  return visit({ ...opened, watched: control, isSlow: false }, async (page) => {
    await page.arrived
    await isQuiet(page)
    if (page.effectMs() !== undefined) throw new Error(`${opened.url}: the effect is there without a press`)
    return { control: await middleOf(page, target), field: typed && (await middleOf(page, typed.field)) }
  })
}

async function middleOf({ page }: Visit, { css, text }: Target, isScrolled = false): Promise<Point> {
  const all = page.locator(css).filter({ visible: true })
  const names = await all.evaluateAll((elements) => elements.map((each) => each.ariaLabel ?? each.textContent ?? ''))
  const index = names.findIndex((name) => !text || text.some((part) => name.includes(part)))
  const found = all.nth(Math.max(0, index))
  if (isScrolled) await found.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const box = index < 0 ? null : await found.boundingBox()
  if (!box) throw new Error(`${page.url()} has no ${css} with ${text?.join(' or ')}, but ${names.join(' | ')}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export type Untouched = Work & {
  firstMs: number
  largestMs: number
  shift: number
  /** The last task of more than 50 ms ended. */
  quietAfterMs: number
  kB: number
  /** A press on the page when it is quiet. */
  pressed: Outcome
}

/** Opens a page and touches nothing until it is quiet: all that it does is counted. Then the main control is pressed. */
export async function untouched(opened: Opened, page: Page, places: Places): Promise<Untouched> {
  let endTrace: () => Promise<Work> = () => Promise.reject(new Error('not started'))
  const before = async (browser: Visit['browser']) => {
    endTrace = await startTrace(browser)
  }
  const { isScrolled, ...watched } = page.press
  return visit({ ...opened, watched, before }, async (open) => {
    await open.arrived
    if (!(await isQuiet(open))) throw new Error(`${opened.url} does not become quiet`)
    const work = await endTrace()
    const painted = await open.page.evaluate(paints)
    const quietAfterMs = (open.longTaskMs() ?? open.openedMs()) - open.openedMs()
    const kB = open.bytes() / 1000
    const control = isScrolled ? await middleOf(open, page.press.target, isScrolled) : places.control
    const pressed = await pressOnce(open, page.press, { ...places, control }, page.isDesktop === true)
    return { ...work, ...painted, quietAfterMs, kB, pressed }
  })
}

async function pressOnce(open: Visit, control: Control, places: Places, isDesktop: boolean): Promise<Outcome> {
  if (!open.isThere()) return null
  if (!(await type(open, control, places.field, LOST_MS))) return Number.POSITIVE_INFINITY
  const pressedMs = Date.now()
  void press(open, places.control, isDesktop)
  await until(() => open.effectMs() !== undefined, LOST_MS)
  const effectMs = open.effectMs()
  if (effectMs !== undefined) return effectMs - pressedMs
  return open.isHit() ? Number.POSITIVE_INFINITY : null
}

export async function pressAt(afterS: number, opened: Opened, page: Page, places: Places): Promise<Outcome> {
  return visit({ ...opened, watched: page.press }, async (open) => {
    await open.arrived
    await sleep(afterS * 1000)
    return pressOnce(open, page.press, places, page.isDesktop === true)
  })
}

/**
 * When a page responds, from its opening: somebody presses a control ten times a second, from when it is on the screen,
 * until a press has an effect. Nobody presses again before the page has heard of the last press, or once the browser or
 * the script asks for another page.
 */
export async function responds(opened: Opened, page: Page, places: Places): Promise<number> {
  return visit({ ...opened, watched: page.probe }, async (open) => {
    await open.arrived
    await again(open, AGAIN_MS, () => press(open, places.control, page.isDesktop === true))
    return (open.effectMs() ?? Number.POSITIVE_INFINITY) - open.openedMs()
  })
}

/** Repeats something until it has an effect or is lost. */
async function again(open: Visit, everyMs: number, act: () => unknown): Promise<void> {
  const end = Date.now() + LOST_MS
  while (open.effectMs() === undefined && Date.now() < end) {
    if (open.isThere() && !open.isLeaving()) await Promise.race([act(), sleep(LOST_MS)])
    await sleep(everyMs)
  }
}

/** Where a map can be dragged: above the sheet that covers its lower half. */
export async function placeOfMap(opened: Opened, map: Target): Promise<Point> {
  return visit({ ...opened, watched: watchedMap(map), isSlow: false }, async (open) => {
    await open.arrived
    await isQuiet(open)
    const box = await open.page.locator('[data-map]').boundingBox()
    if (!box) throw new Error(`${opened.url} has no map`)
    return { x: box.x + box.width * 0.3, y: box.y + box.height * 0.35 }
  })
}

/** From the beginning of a drag until something has moved with the map. */
export async function dragAt(afterS: number, opened: Opened, map: Target, at: Point): Promise<Outcome> {
  return visit({ ...opened, watched: watchedMap(map) }, async (open) => {
    await open.arrived
    await sleep(afterS * 1000)
    const draggedMs = Date.now()
    await drag(open, at)
    await until(() => open.effectMs() !== undefined, LOST_MS)
    const effectMs = open.effectMs()
    if (effectMs !== undefined) return effectMs - draggedMs
    return open.isHit() ? Number.POSITIVE_INFINITY : null
  })
}

/** When the map follows, from its opening: somebody drags it again and again. */
export async function follows(opened: Opened, map: Target, at: Point): Promise<number> {
  return visit({ ...opened, watched: watchedMap(map) }, async (open) => {
    await open.arrived
    await again(open, DRAG_AGAIN_MS, () => drag(open, at))
    return (open.effectMs() ?? Number.POSITIVE_INFINITY) - open.openedMs()
  })
}

const watchedMap = (map: Target) => ({ target: map, effects: [], drag: map })
