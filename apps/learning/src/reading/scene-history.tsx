'use client'

import { useEffect } from 'react'

/**
 * Keeps Back working after a choice: the browser makes an entry of the history without the router's state, on which the
 * router would not return from a later page. It also moves the focus to the part where the browser has not.
 */
export function SceneHistory() {
  useEffect(() => {
    let state: unknown = window.history.state
    const remember = () => {
      state = window.history.state ?? state
    }
    const follow = () => {
      if (window.history.state === null) window.history.replaceState(state, '')
      window.speechSynthesis?.cancel()
      show()?.focus()
    }
    /** Marks whether a part was chosen, for browsers without `:has`. @returns the part that is shown */
    const show = () => {
      const scene = document.querySelector<HTMLElement>('.scene')
      const chosen = document.querySelector<HTMLElement>('.scene > :target')
      scene?.toggleAttribute('data-at-part', chosen !== null)
      return chosen ?? scene?.querySelector<HTMLElement>(':scope > :first-child')
    }
    show()
    window.addEventListener('click', remember, true)
    window.addEventListener('hashchange', follow)
    return () => {
      window.removeEventListener('click', remember, true)
      window.removeEventListener('hashchange', follow)
    }
  }, [])
  return null
}
