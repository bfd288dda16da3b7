'use client'

import { deviceStore } from '@salama/http/device-storage'
import { useEffect } from 'react'
import { rememberVehicle } from './last-vehicle.ts'

/** Remembers the vehicle of the page, for a report about the ride. */
export function RememberVehicle({ plate }: { plate: string }) {
  useEffect(() => {
    rememberVehicle(deviceStore, plate)
  }, [plate])
  return null
}
