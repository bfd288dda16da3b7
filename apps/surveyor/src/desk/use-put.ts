'use client'

import { StorageProblem } from '@salama/outbox/store.ts'
import { useRef, useState } from 'react'
import type { FieldContent } from '@/outbox/content.ts'
import type { Desk } from './use-desk.ts'

/** Puts something into the outbox, once however often it is pressed. */
export function usePut(desk: Desk) {
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<'full' | 'unavailable' | null>(null)
  const running = useRef(false)
  const put = async (make: () => Promise<FieldContent> | FieldContent) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setTrouble(null)
    try {
      await desk.outbox.put(crypto.randomUUID(), await make())
      desk.outbox.flush({ eager: true }).catch(() => null) // what became of it stands in the outbox
    } catch (cause) {
      if (!(cause instanceof StorageProblem)) throw cause
      setTrouble(cause.reason)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, trouble, put }
}
