import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * A control that was rendered on the server can be typed into before the page's script responds. React keeps that text
 * on the screen, but tells nobody of it: this does, once, when the control is mounted.
 */
export function useEarlyText<C extends Control>(
  shown: string,
  onText: ((control: C) => void) | undefined,
): RefObject<C | null> {
  const ref = useRef<C>(null)
  const report = useEffectEvent(() => {
    if (ref.current && ref.current.value !== shown) onText?.(ref.current)
  })
  useEffect(() => report(), [])
  return ref
}
