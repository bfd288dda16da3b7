import { useEffect, useRef, useState } from 'react'
import type { FieldContent } from '@/outbox/content.ts'
import type { FieldState } from './use-field-state.ts'

/**
 * Adds an item once; `put` resolves with whether it is stored. Busy until it is shown: no press in between.
 */
export function useSave({ entries, outbox }: FieldState) {
  const [busy, setBusy] = useState(false)
  const [stored, setStored] = useState<string | null>(null)
  const running = useRef(false)
  const isShown = stored !== null && entries.some(({ item }) => item.id === stored)
  useEffect(() => {
    if (!isShown) return
    running.current = false
    setBusy(false)
    setStored(null)
  }, [isShown])
  const put = async (make: () => Promise<FieldContent> | FieldContent): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    try {
      const id = crypto.randomUUID()
      await outbox.put(id, await make())
      setStored(id)
      outbox.flush({ eager: true }).catch(() => null) // the outbox shows the result
      return true
    } catch (cause) {
      running.current = false
      setBusy(false)
      throw cause
    }
  }
  return { busy, put }
}
