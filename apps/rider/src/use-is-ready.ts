'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in what the server makes, true once a script runs: for what would be dead without one. */
export const useIsReady = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
