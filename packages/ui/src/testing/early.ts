import type { ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { onTestFinished } from 'vitest'

/**
 * Shows a page as the server sends it, before its script responds; the returned function lets the script respond. For
 * `*.browser.test.tsx`: inline scripts of React run.
 */
export function showEarly(page: ReactNode): () => void {
  delete document.documentElement.dataset.ready
  const box = document.createElement('div')
  document.body.append(box)
  box.append(document.createRange().createContextualFragment(renderToString(page)))
  let root: Root | undefined
  onTestFinished(() => {
    root?.unmount()
    box.remove()
  })
  return () => {
    root = hydrateRoot(box, page)
  }
}
