'use client'

import { safeCallbackUrl } from '@salama/session/callback-url'
import { useEffect, useState } from 'react'

/** For an offline page: the requested page, only of this app; it opens automatically when back online. */
export function useWanted(): string {
  const [wanted, setWanted] = useState('/')
  useEffect(() => {
    const to = safeCallbackUrl(new URLSearchParams(window.location.search).get('to'))
    setWanted(to)
    let stop = () => {}
    const goOn = () => {
      stop()
      stop = onReconnect(() => window.location.replace(to))
    }
    window.addEventListener('online', goOn)
    return () => {
      stop()
      window.removeEventListener('online', goOn)
    }
  }, [])
  return wanted
}

// Leaves an offline page when back online. A browser reports online as soon as it has any network, and the first
// seconds often have no connectivity, so the server is probed a few times first.

const ASKS = 6
const FIRST_MS = 1_000
const TIMEOUT_MS = 10_000

/** Whether our own server responds, with any status. */
const isAnswered = (): Promise<boolean> =>
  fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  )

/** Calls `goOn` once the server responds, with exponential backoff. Returns the stop function. */
export function onReconnect(goOn: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const ask = async (left: number, pauseMs: number) => {
    const answered = await isAnswered()
    if (isOver) return
    if (answered) goOn()
    else if (left > 0) timer = setTimeout(() => ask(left - 1, pauseMs * 2), pauseMs)
  }
  void ask(ASKS - 1, FIRST_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
