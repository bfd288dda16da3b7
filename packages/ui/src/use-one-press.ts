import { useEffect, useRef } from 'react'

/**
 * The second press of a double tap does nothing on what has taken the place of what the first one pressed: a double tap
 * on an answer must not press the button of the next question. `shown` names what is on the screen.
 */
export function useOnePress(shown: string): void {
  const pressedOn = useRef(shown)
  useEffect(() => {
    const check = (event: MouseEvent) => {
      if (event.detail < 2 || pressedOn.current === shown) pressedOn.current = shown
      else {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    document.addEventListener('click', check, { capture: true })
    return () => document.removeEventListener('click', check, { capture: true })
  }, [shown])
}
