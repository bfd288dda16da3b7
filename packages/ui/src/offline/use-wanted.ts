'use client'

import { safeCallbackUrl } from '@salama/session/callback-url'
import { useEffect, useState } from 'react'
import { whenAnswered } from './go-on.ts'

/** For an offline page: the page that was asked for, of this app alone; it is opened by itself when the line is back. */
export function useWanted(): string {
  const [wanted, setWanted] = useState('/')
  useEffect(() => {
    const to = safeCallbackUrl(new URLSearchParams(window.location.search).get('to'))
    setWanted(to)
    let stop = () => {}
    const goOn = () => {
      stop()
      stop = whenAnswered(() => window.location.replace(to))
    }
    window.addEventListener('online', goOn)
    return () => {
      stop()
      window.removeEventListener('online', goOn)
    }
  }, [])
  return wanted
}
