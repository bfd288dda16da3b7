'use client'

import { type ComponentType, useEffect, useState } from 'react'

const DELAY_MS = 200

/** A component loaded after the page, so that it does not delay it. */
export const deferredComponent = (load: () => Promise<ComponentType>) =>
  function DeferredComponent() {
    const [Loaded, setLoaded] = useState<ComponentType | null>(null)
    useEffect(() => {
      const timer = setTimeout(() => {
        // Offline its files may be missing; then the next page retries.
        load()
          .then((component) => setLoaded(() => component))
          .catch(() => null)
      }, DELAY_MS)
      return () => clearTimeout(timer)
    }, [])
    return Loaded && <Loaded />
  }
