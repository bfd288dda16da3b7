import type { getVehicle } from '@salama/domain/vehicles/contract'
import { tryCall } from '@salama/http/call'
import { canBePlate, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { useEffect, useState } from 'react'
import { findKnown, type KnownVehicle } from '@/field-state/known-vehicles.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'

/** `asOf`: the age of the phone's list, where the server did not confirm it. */
export type Registered = KnownVehicle & { asOf: string | null }

const DEBOUNCE_MS = 250
/** After this the phone's list has to do. */
const TIMEOUT_MS = 6_000

/**
 * What the register has of a whole plate: at once from the list on the phone, then from the server; null without a hit.
 */
export function useRegister({ account, fieldCache }: FieldState, plate: string): Registered | null {
  const [hit, setHit] = useState<{ key: string; vehicle: Registered | null } | null>(null)
  const key = canBePlate(plate) && plateKey(plate).length >= 6 ? plateKey(plate) : null
  // An unusual plate may be half of one: it is looked up on the phone only.
  const isAsked = looksLikePlate(plate)
  useEffect(() => {
    if (key === null) return
    const left = new AbortController()
    const show = (vehicle: Registered | null) => left.signal.aborted || setHit({ key, vehicle })
    const known = findKnown(fieldCache, key).then((found) => {
      // Its age is shown once the server did not answer.
      if (found) show({ ...found.vehicle, asOf: isAsked && navigator.onLine ? null : found.asOf })
      return found
    })
    const timer = setTimeout(async () => {
      const request = { params: { identifier: key }, account, signal: left.signal, timeoutMs: TIMEOUT_MS }
      const result = await tryCall<typeof getVehicle>('GET /api/vehicles/{identifier}', request)
      const found = await known
      if (result.ok) {
        const { sacco, routes, capacity, fleetName } = result.reply
        show({ sacco, routes, capacity, fleetName, asOf: null })
      } else if (result.problem.code === 'not_found') show(null)
      else if (found) show({ ...found.vehicle, asOf: found.asOf })
    }, DEBOUNCE_MS)
    if (!isAsked) clearTimeout(timer)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [key, isAsked, account, fieldCache])
  return hit !== null && hit.key === key ? hit.vehicle : null
}
