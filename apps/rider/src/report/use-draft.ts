import { canKeep, deviceStore } from '@salama/http/device-storage'
import { useLayoutEffect, useRef, useState } from 'react'
import { reportOutbox } from '@/outbox/report-outbox.ts'
import { lastVehicle, rememberVehicle } from '@/vehicle/last-vehicle.ts'
import {
  asVehicle,
  type Draft,
  discardDraft,
  newDraft,
  readDraft,
  saveDraft,
  showsVehicle,
  withLinkedCategory,
  withVehicle,
} from './draft.ts'

/** The query of the page. It is read on the client, because one cached page serves all URLs. */
type Asked = { resumed: boolean; change: string | null; vehicle: string | undefined; category: string | undefined }
const NOTHING: Asked = { resumed: false, change: null, vehicle: undefined, category: undefined }

function readAddress(): Asked {
  const query = new URLSearchParams(window.location.search)
  return {
    resumed: query.get('resume') === '1',
    change: query.get('change'),
    vehicle: query.get('vehicle') ?? undefined,
    category: query.get('category') ?? undefined,
  }
}

/** Where the form asks for a vehicle, it begins with the one that was scanned or looked up last. */
export function withLastVehicle(draft: Draft): Draft {
  const last = lastVehicle(deviceStore)
  return draft.vehicle === undefined && showsVehicle(draft) && last !== null
    ? { ...draft, vehicle: asVehicle(last) }
    : draft
}

/**
 * The draft on this device, saved on every change; `null` until read. `found`: from before. `isSaved`: storage works.
 */
export function useDraft() {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [found, setFound] = useState(false)
  const [isSaved, setIsSaved] = useState(true)
  const [asked, setAsked] = useState(NOTHING)
  const latest = useRef<Draft | null>(null)
  const set = (changed: Draft) => {
    latest.current = changed
    setDraft(changed)
  }

  // Before the page dispatches `hydrated`: a category that was pressed early is chosen then.
  useLayoutEffect(() => {
    const before = readDraft(deviceStore)
    const address = readAddress()
    setAsked(address)
    setFound(before?.category !== undefined)
    setIsSaved(canKeep())
    // The vehicle's page may have been left before it could remember it.
    const { vehicle } = withVehicle(newDraft(), address.vehicle)
    if (vehicle?.kind === 'plate') rememberVehicle(deviceStore, vehicle.text)
    const linked = withLinkedCategory(withVehicle(before ?? newDraft(), address.vehicle), address.category)
    latest.current = withLastVehicle(linked)
    setDraft(latest.current)
  }, [])

  const change = (changed: Draft) => {
    set(changed)
    setIsSaved(saveDraft(deviceStore, changed))
  }
  /** The report is queued or received: starts a new draft. */
  const handOver = () => {
    discardDraft(deviceStore)
    setFound(false)
    set(newDraft())
  }
  const startAgain = () => {
    if (draft) reportOutbox.remove(draft.id).catch(() => null) // photos that were not saved need no deletion
    handOver()
  }
  return {
    draft,
    found,
    isSaved,
    asked,
    change,
    /** Changes the latest draft, for what arrives later than it was asked for. */
    update: (changing: (draft: Draft) => Draft) => {
      if (latest.current === null) return
      const changed = changing(latest.current)
      if (changed !== latest.current) change(changed)
    },
    handOver,
    startAgain,
  }
}
