import type { Control, Effect, Target } from './pages.ts'

/** What the watcher in a page tells. Times are milliseconds of the machine's clock. */
export type Note =
  | { kind: 'opened'; atMs: number }
  /** The page is painted and the control is in it: nobody presses what is not on the screen. */
  | { kind: 'there' }
  /** A field has the focus: nobody types before. */
  | { kind: 'focused' }
  /** A press arrived in the page; `isHit`: on the control. */
  | { kind: 'pressed'; isHit: boolean }
  | { kind: 'effect'; atMs: number }
  /** A task of more than 50 ms. */
  | { kind: 'long task'; endMs: number }

export type Watched = Pick<Control, 'target' | 'effects' | 'isScrolled'> & { drag?: Target }

/** The name of the function in pages that notes are given to. */
export const TELL = 'tellResponsiveness'

/** How far something has moved, in pixels, once the map follows a drag of 120. */
export const FOLLOWED_PX = 30

/**
 * Runs in each document before its own scripts: tells when the effect of a press is handed on to be drawn, in the document
 * that was pressed or in the next one. It is sent as the text of this function, so it uses nothing from outside. It only
 * looks when something in the document changes.
 */
export function watch({ target, effects, isScrolled, drag }: Watched, tellName: string, followedPx: number): void {
  const tell = (note: Note) => Reflect.get(window, tellName)(JSON.stringify(note))
  const now = () => performance.timeOrigin + performance.now()
  const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
  const find = ({ css, text }: Target) =>
    [...document.querySelectorAll(css)].find(
      (element) => element.checkVisibility() && (!text || text.some((part) => nameOf(element).includes(part))),
    )

  /** Elements that have been there: only these can be gone. */
  const known = new Set<Effect>()
  const isShown = (effect: Effect) => {
    const found = find(effect) !== undefined
    if (!effect.gone) return found
    if (found) known.add(effect)
    return !found && known.has(effect)
  }
  let startX: number | undefined
  const hasMoved = (moving: Target) => {
    const x = find(moving)?.getBoundingClientRect().x
    if (x === undefined) return false
    startX ??= x
    return Math.abs(x - startX) >= followedPx
  }

  let isPressed = false
  let isTold = false
  let isPlaced = !isScrolled
  let isThere = false
  const isPainted = () => performance.getEntriesByName('first-contentful-paint').length > 0
  const look = () => {
    if (!isPlaced && document.readyState !== 'loading') {
      const control = find(target)
      control?.scrollIntoView({ block: 'center', behavior: 'instant' })
      isPlaced = control !== undefined
    }
    if (!isThere && isPlaced && isPainted() && (drag || find(target))) {
      isThere = true
      tell({ kind: 'there' })
    }
    if (isTold || !(drag ? hasMoved(drag) : effects.some(isShown))) return
    isTold = true
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => tell({ kind: 'effect', atMs: now() })
      port2.postMessage(null) // after the frame
    })
  }

  tell({ kind: 'opened', atMs: performance.timeOrigin })
  const everything = { subtree: true, childList: true, attributes: true, characterData: true }
  new MutationObserver(look).observe(document, everything)
  for (const type of ['DOMContentLoaded', 'load', 'change', 'scroll']) addEventListener(type, look, true)
  const onPress = (event: Event) => {
    if (isPressed || !(event.target instanceof Element)) return
    const isReady = event.target.closest('[aria-busy=true]') === null
    const isHit = isPainted() && isReady && (drag !== undefined || find(target)?.contains(event.target) === true)
    isPressed = isHit
    tell({ kind: 'pressed', isHit })
  }
  addEventListener('pointerdown', onPress, true)
  addEventListener(
    'focusin',
    ({ target: field }) => field instanceof HTMLInputElement && tell({ kind: 'focused' }),
    true,
  )
  new PerformanceObserver(look).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      tell({ kind: 'long task', endMs: performance.timeOrigin + startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
}

/** Runs in a page that is quiet: what it has painted, in milliseconds from its opening, and how much its parts moved. */
export async function paints(): Promise<{ firstMs: number; largestMs: number; shift: number }> {
  const entries = (type: string) =>
    new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list, observer) => {
        observer.disconnect()
        resolve(list.getEntries())
      }).observe({ type, buffered: true })
      setTimeout(resolve, 200, [])
    })
  const [painted, largest, shifts] = await Promise.all([
    entries('paint'),
    entries('largest-contentful-paint'),
    entries('layout-shift'),
  ])
  return {
    firstMs: painted.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
    largestMs: largest.at(-1)?.startTime ?? Number.NaN,
    shift: shifts.reduce((sum, each) => sum + Number(Reflect.get(each, 'value')), 0),
  }
}
