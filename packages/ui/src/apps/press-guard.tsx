'use client'

import { useEffect } from 'react'

/** Presses of one double tap are no further apart: Windows' default in time, a finger's in CSS pixels. */
const MAX_INTERVAL_MS = 500
const MAX_DISTANCE_PX = 24

/**
 * Two rules for what is pressed on a page. What was pressed before React responded is pressed again now
 * (packages/http/src/start-scripts.ts). And the second press of a double tap is ignored when what was pressed first has
 * gone by then: the links of the page that has taken the place of a form were not meant.
 */
export function PressGuard() {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
    let last: PointerEvent | undefined
    const guard = (event: PointerEvent) => {
      const isSecond =
        last !== undefined &&
        (event.detail > 1 || event.pointerType === 'touch') &&
        event.timeStamp - last.timeStamp < MAX_INTERVAL_MS &&
        Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < MAX_DISTANCE_PX
      if (isSecond && last?.target instanceof Node && !last.target.isConnected) {
        event.preventDefault()
        event.stopPropagation()
      } else last = event
    }
    addEventListener('click', guard, { capture: true })
    return () => removeEventListener('click', guard, { capture: true })
  }, [])
  return null
}
