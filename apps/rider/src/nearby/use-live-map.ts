'use client'

import { useEffect, useState } from 'react'
import { useIsIdle } from './use-is-idle.ts'

/** Since the document was opened: long enough for a slow phone to finish the page, and shorter than a look at the list. */
const SETTLE_MS = 4_000
const MIN_DELAY_MS = 500

/** Chromium's Data Saver; TypeScript's DOM types do not have it. */
type Connection = { saveData?: boolean }

const savesData = () => 'connection' in navigator && (navigator.connection as Connection).saveData === true

/**
 * When the live map starts, which costs 300 kB and seconds of a slow phone: when the user presses its picture, else some
 * seconds after the page is idle, but by itself not for those who save data. `isAsked`: the user waits for it.
 */
export function useLiveMap(atOnce: boolean): { isLive: boolean; isAsked: boolean; ask: () => void } {
  const isIdle = useIsIdle()
  const [isSettled, setIsSettled] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  useEffect(() => {
    if (!isIdle || savesData()) return
    const timer = setTimeout(() => setIsSettled(true), Math.max(MIN_DELAY_MS, SETTLE_MS - performance.now()))
    return () => clearTimeout(timer)
  }, [isIdle])
  return { isLive: isAsked || isSettled || (atOnce && isIdle), isAsked, ask: () => setIsAsked(true) }
}
