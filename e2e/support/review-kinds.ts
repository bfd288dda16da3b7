import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PersonName } from '@salama/testing'
import type { Control } from '@salama/testing/control'
import { apiAs } from './api.ts'
import { KOJA } from './review.ts'

// Fixtures of the review queue beside reports: field entries and photos.

type Vehicle = { id: string; plate: string; publicCode: string }

/** A vehicle without reports or ratings: "Tausi 9" with 14 seats. */
export async function knownVehicle(control: Control): Promise<Vehicle> {
  const plate = 'KZT 109T'
  await control.query('select app.lock_vehicle(app.plate_key($1))', [plate])
  const [vehicle] = await control.query<Vehicle>(
    `update app.vehicles v set fleet_name = 'Tausi 9', capacity = 14 where v.plate = $1
     returning v.id, v.plate, v.public_code as "publicCode"`,
    [plate],
  )
  if (!vehicle) throw new Error('No vehicle')
  return vehicle
}

/** Starts a surveyor session; returns a function that submits an entry and returns its id. */
export async function fieldWork(who: PersonName) {
  const api = await apiAs(who)
  const sessionId = randomUUID()
  await api.POST('/api/v1/surveyor/session/start', { body: { id: sessionId, place: KOJA } })
  return async (plate: string, more: { fleetName?: string; capacity?: number } = {}) => {
    const id = randomUUID()
    const vehicle = { plate, ...more }
    await api.POST('/api/v1/surveyor/collection-entries', { body: { id, sessionId, vehicle, place: KOJA } })
    return id
  }
}

/** Uploads a photo to a URL of the open app with its session; returns the status. */
export const addPhoto = (phone: Page, address: `/api/${string}/photos`): Promise<number> =>
  phone.evaluate(async (path) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 160, height: 120 })
    const body = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'))
    const headers = { 'content-type': 'application/octet-stream' }
    return (await fetch(path, { method: 'POST', headers, body })).status
  }, `${address}?photoId=${randomUUID()}`)
