'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server, true after hydration: for controls that need JavaScript. */
export const useIsReady = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
