'use client'

import { deviceStore } from '@salama/http/device-storage'
import { type ReactNode, useEffect, useState } from 'react'
import { isRated, rememberRated, rememberVehicle } from './last-vehicle.ts'

/** Remembers the vehicle of the page, for a report about the ride. */
export function RememberVehicle({ plate }: { plate: string }) {
  useEffect(() => {
    rememberVehicle(deviceStore, plate)
  }, [plate])
  return null
}

/** Remembers that this phone has just rated a vehicle, or taken its rating back. */
export function RememberRating({ plate, isWithdrawn }: { plate: string; isWithdrawn: boolean }) {
  useEffect(() => {
    rememberRated(deviceStore, isWithdrawn ? null : plate)
  }, [plate, isWithdrawn])
  return null
}

/** `rated` where this phone rated the vehicle within a day, else its children. */
export function UnlessRated({ plate, rated, children }: { plate: string; rated: ReactNode; children: ReactNode }) {
  const [isOwn, setIsOwn] = useState(false)
  useEffect(() => setIsOwn(isRated(deviceStore, plate)), [plate])
  return isOwn ? rated : children
}
