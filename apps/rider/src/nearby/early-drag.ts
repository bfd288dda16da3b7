/** Pixels by which a map is dragged; `isOver`: the finger has let go. */
type Drag = (x: number, y: number, isOver: boolean) => void

// A drag that begins on the sign that covers a map while it loads is this map's, which moves by it once it is there: by
// all of it at once, then with the finger, that MapLibre knows nothing of.

let held = { x: 0, y: 0 }
let finger: PointerEvent | null = null
let move: Drag | null = null

/** The sign itself: what lies over the map as well can be pressed. */
const COVER = '[data-map] div[aria-busy="true"]'

function onPointer(event: PointerEvent) {
  if (event.type === 'pointerdown') {
    const isOurs = event.isPrimary && event.buttons === 1 && event.target instanceof Element
    if (isOurs && event.target.matches(COVER)) finger = event
    return
  }
  if (finger?.pointerId !== event.pointerId) return
  // What was cancelled, or let go outside of the window, says nothing of where.
  const isLost = event.type === 'pointercancel' || (event.type === 'pointermove' && event.buttons === 0)
  const isOver = isLost || event.type === 'pointerup'
  if (!isLost) held = { x: held.x + event.clientX - finger.clientX, y: held.y + event.clientY - finger.clientY }
  finger = isOver ? null : event
  pass()
}

function pass() {
  if (!move) return
  const { x, y } = held
  held = { x: 0, y: 0 }
  move(x, y, finger === null)
}

/** Of the whole page, from before React has taken it over. */
export function holdDrags(): void {
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    addEventListener(type, onPointer)
}

/** The map is there: it moves by what was dragged so far, and with a finger that still drags. Returns how to stop. */
export function followDrags(drag: Drag): () => void {
  move = drag
  if (finger || held.x !== 0 || held.y !== 0) pass()
  return () => {
    move = null
  }
}
