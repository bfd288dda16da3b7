'use client'

import type { ReplyOf } from '@salama/domain/shared'
import type { getVehicle } from '@salama/domain/vehicles/contract'
import { tryCall } from '@salama/http/call'
import { looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { useEffect, useState } from 'react'
import type { FieldState } from '@/field-state/use-field-state.ts'

export type Registered = Pick<ReplyOf<typeof getVehicle>, 'plate' | 'sacco' | 'routes' | 'capacity' | 'fleetName'>

/** How many looked-up vehicles a phone remembers for offline use. */
const MOST = 500
const PAUSE_MS = 250

/** What the register has of a plate, as soon as it is whole; null without a hit. Offline: what was looked up before. */
export function useRegister({ account, fieldCache }: FieldState, plate: string): Registered | null {
  const [hit, setHit] = useState<{ key: string; vehicle: Registered } | null>(null)
  const key = looksLikePlate(plate) && plateKey(plate).length >= 6 ? plateKey(plate) : null
  useEffect(() => {
    if (key === null) return
    const left = new AbortController()
    const show = (vehicle: Registered) => left.signal.aborted || setHit({ key, vehicle })
    const timer = setTimeout(async () => {
      const known = (await fieldCache.get('register')) ?? {}
      const saved = known[key]
      if (saved) show(saved)
      const request = { params: { identifier: key }, account, signal: left.signal }
      const result = await tryCall<typeof getVehicle>('GET /api/vehicles/{identifier}', request).catch(() => null)
      if (!result?.ok || left.signal.aborted) return
      const { sacco, routes, capacity, fleetName } = result.reply
      const vehicle = { plate: result.reply.plate, sacco, routes, capacity, fleetName }
      show(vehicle)
      const rest = Object.entries(known).filter(([other]) => other !== key)
      await fieldCache.put('register', Object.fromEntries([...rest.slice(1 - MOST), [key, vehicle]]))
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [key, account, fieldCache])
  return hit !== null && hit.key === key ? hit.vehicle : null
}
