'use client'

import { useEffect } from 'react'

/**
 * Marks the document when its script responds. Until then what only a script can do looks as if it were not ready
 * (`html:not([data-ready])` in styles.css). Put it last in the body: its effect then runs after those of the page.
 */
export function MarkReady() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
  }, [])
  return null
}

/** Whether the page's script responds already. A part that came with the page moves nothing: it may be in use. */
export const isPageReady = () => 'ready' in document.documentElement.dataset
