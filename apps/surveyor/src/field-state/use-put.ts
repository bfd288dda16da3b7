'use client'

import { StorageProblem } from '@salama/outbox/store.ts'
import { useRef, useState } from 'react'
import type { FieldContent } from '@/outbox/content.ts'
import type { FieldState } from './use-field-state.ts'

/** Adds an item to the outbox once, also when pressed repeatedly; `put` resolves with whether it is stored. */
export function useSave(fieldState: FieldState) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<'full' | 'unavailable' | null>(null)
  const running = useRef(false)
  const put = async (make: () => Promise<FieldContent> | FieldContent): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setFailure(null)
    try {
      await fieldState.outbox.put(crypto.randomUUID(), await make())
      fieldState.outbox.flush({ eager: true }).catch(() => null) // the outbox shows the result
      return true
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      setFailure(cause.reason)
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, failure, put }
}
