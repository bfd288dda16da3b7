import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'

/**
 * A server-rendered control can be typed into, and chosen from, before the page's script responds. React keeps that but
 * tells nobody: `hear` gets the control once, when mounted, and compares it with what was rendered.
 */
export function useEarlyInput<C extends HTMLElement>(hear: (control: C) => void): RefObject<C | null> {
  const ref = useRef<C>(null)
  const report = useEffectEvent(() => ref.current && hear(ref.current))
  useLayoutEffect(() => {
    report()
  }, [])
  return ref
}
