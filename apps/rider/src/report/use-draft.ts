'use client'

import { useEffect, useState } from 'react'
import { reportOutbox } from '@/outbox/report-outbox.ts'
import { type Draft, forgetDraft, keepDraft, newDraft, readDraft, withVehicle } from './draft.ts'

/** What the address of this page says. It is read here, because one page is kept on the phone for all of them. */
type Asked = { resumed: boolean; change: string | null; vehicle: string | undefined }

function readAddress(): Asked {
  const query = new URLSearchParams(window.location.search)
  return {
    resumed: query.get('resume') === '1',
    change: query.get('change'),
    vehicle: query.get('vehicle') ?? undefined,
  }
}

/**
 * The draft on this device, kept at every change. `null` until the device has been asked (the server has no draft).
 * `found`: it was there before this page was opened. `isKept`: false when this browser does not let us keep it.
 */
export function useDraft() {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [found, setFound] = useState(false)
  const [isKept, setIsKept] = useState(true)
  const [asked, setAsked] = useState<Asked>({ resumed: false, change: null, vehicle: undefined })

  useEffect(() => {
    const before = readDraft(localStorage)
    const address = readAddress()
    setAsked(address)
    setFound(before?.category !== undefined)
    setDraft(withVehicle(before ?? newDraft(), address.vehicle))
  }, [])

  const change = (changed: Draft) => {
    setDraft(changed)
    setIsKept(keepDraft(localStorage, changed))
  }
  /** It is in the outbox now, or has arrived: the form begins anew. */
  const handOver = () => {
    forgetDraft(localStorage)
    setFound(false)
    setDraft(newDraft())
  }
  const startAgain = () => {
    if (draft) reportOutbox.remove(draft.id).catch(() => null) // photos that were never kept need no erasing
    handOver()
  }
  return { draft, found, isKept, asked, change, handOver, startAgain }
}
