'use client'

import { safeCallbackUrl } from '@salama/session/callback-url'
import { useEffect, useState } from 'react'
import { onReconnect } from './reconnect.ts'

/** For an offline page: the URL of the requested page, only of this app; it opens automatically when back online. */
export function useRequestedUrl(): string {
  const [url, setUrl] = useState('/')
  useEffect(() => {
    const to = safeCallbackUrl(new URLSearchParams(window.location.search).get('to'))
    setUrl(to)
    let stop = () => {}
    const onOnline = () => {
      stop()
      stop = onReconnect(() => window.location.replace(to + window.location.hash)) // the browser kept it
    }
    window.addEventListener('online', onOnline)
    return () => {
      stop()
      window.removeEventListener('online', onOnline)
    }
  }, [])
  return url
}
