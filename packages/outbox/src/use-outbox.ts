'use client'

import { useEffect, useState } from 'react'
import type { Entry } from './items.ts'
import type { Outbox } from './outbox.ts'

/** The contents of an outbox, kept up to date. `null` until loaded; `unavailable` without storage. */
export function useOutbox<Content, Reply>(
  outbox: Outbox<Content, Reply>,
): Entry<Content, Reply>[] | null | 'unavailable' {
  const [entries, setEntries] = useState<Entry<Content, Reply>[] | null | 'unavailable'>(null)
  useEffect(() => {
    let left = false
    let asked = 0
    const read = async () => {
      const turn = ++asked
      const found = await outbox.list().catch(() => 'unavailable' as const)
      if (!left && turn === asked) setEntries(found)
    }
    read()
    const forget = outbox.subscribe(read)
    return () => {
      left = true
      forget()
    }
  }, [outbox])
  return entries
}
