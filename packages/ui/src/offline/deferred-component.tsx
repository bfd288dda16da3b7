'use client'

import { type ComponentType, useEffect, useState } from 'react'

/** A component whose script is loaded once the page's own has taken over, so that it does not delay it. */
export const deferredComponent = (load: () => Promise<ComponentType>) =>
  function DeferredComponent() {
    const [Loaded, setLoaded] = useState<ComponentType | null>(null)
    useEffect(() => {
      // Offline its files may be missing; then the next page retries.
      load()
        .then((component) => setLoaded(() => component))
        .catch(() => null)
    }, [])
    return Loaded && <Loaded />
  }
