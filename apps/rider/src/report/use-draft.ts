'use client'

import { useEffect, useState } from 'react'
import { type Draft, forgetDraft, keepDraft, newDraft, readDraft } from './draft.ts'

/**
 * The draft on this device, kept at every change. `null` until the device has been asked (the server has no draft).
 * `found`: it was there before this page was opened. `isKept`: false when this browser does not let us keep it.
 */
export function useDraft() {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [found, setFound] = useState(false)
  const [isKept, setIsKept] = useState(true)

  useEffect(() => {
    const before = readDraft(localStorage)
    setFound(before?.category !== undefined)
    setDraft(before ?? newDraft())
  }, [])

  const change = (changed: Draft) => {
    setDraft(changed)
    setIsKept(keepDraft(localStorage, changed))
  }
  const startAgain = () => {
    forgetDraft(localStorage)
    setFound(false)
    setDraft(newDraft())
  }
  return { draft, found, isKept, change, startAgain }
}
