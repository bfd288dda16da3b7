'use client'

import { useEffect, useState } from 'react'

/** For an offline page: the page that was asked for, of this app alone; it is opened by itself when the line is back. */
export function useWanted(): string {
  const [wanted, setWanted] = useState('/')
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).get('to') ?? '/'
    const to = /^\/(?!\/)/.test(asked) ? asked : '/'
    setWanted(to)
    // A browser says that it is online as soon as it has any network, so somebody has to answer first.
    const goOn = () =>
      fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
        () => window.location.replace(to),
        () => null,
      )
    window.addEventListener('online', goOn)
    return () => window.removeEventListener('online', goOn)
  }, [])
  return wanted
}
