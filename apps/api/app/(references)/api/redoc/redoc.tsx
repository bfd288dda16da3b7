'use client'

import Script from 'next/script'
import { useLayoutEffect, useRef } from 'react'

declare global {
  interface Window {
    Redoc?: { init(document: string, options: object, element: HTMLElement): void }
  }
}

/** Redoc's theme from the colours and the font of the product, which are properties of the page. */
function themeOf(page: Element) {
  const style = getComputedStyle(page)
  const color = (name: string) => style.getPropertyValue(`--color-${name}`).trim()
  const font = { fontFamily: getComputedStyle(document.body).fontFamily }
  return {
    colors: {
      primary: { main: color('link') },
      success: { main: color('ok') },
      error: { main: color('danger') },
      text: { primary: color('ink'), secondary: color('soft') },
      border: { light: color('line'), dark: color('edge') },
      http: { get: color('ok'), post: color('you'), put: color('warn'), patch: color('warn'), delete: color('danger') },
    },
    typography: {
      fontSize: '16px',
      ...font,
      headings: font,
      code: { color: color('ink'), backgroundColor: color('fill') },
    },
    sidebar: { backgroundColor: color('raised'), textColor: color('ink') },
    rightPanel: { backgroundColor: color('body-strong') },
    codeBlock: { backgroundColor: '#12261d' },
  }
}

/** Redoc, served from this origin, without third-party requests. Light on a dark device, too: it has grey text of its own. */
export function Redoc() {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.theme = 'light'
    return () => {
      delete dataset.theme
    }
  }, [])
  const show = () => {
    const { current } = place
    if (current) window.Redoc?.init('/api/openapi.json', { nativeScrollbars: true, theme: themeOf(current) }, current)
  }
  return (
    <>
      <main ref={place} className="bg-paper text-ink">
        <p className="page py-4">Loading the reference…</p>
      </main>
      <Script src="/vendor/redoc.standalone.js" onReady={show} />
    </>
  )
}
