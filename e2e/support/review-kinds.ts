import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CAST, type PersonName } from '@salama/testing'
import type { Control } from '@salama/testing/control'
import { apiAs } from './api.ts'
import { newDay } from './field.ts'
import { KOJA } from './review.ts'

// Fixtures of the review queue beside reports: field entries, held ratings and disputes.

const EVERYBODY = Object.values(CAST).map(({ id }) => id)

/** The cast's accounts are a month old, as in the demo. */
export const backdateCastAccounts = (control: Control) =>
  control.query(`update auth.users set created_at = now() - interval '30 days' where id = any ($1)`, [EVERYBODY])

/** Resets the queue, sessions and the cast's ratings, and restores the demo's roles. */
export async function emptyQueue(control: Control): Promise<void> {
  await newDay(control)
  await control.query(`delete from app.user_roles where user_id = $1 and role = 'admin'`, [CAST.baraka.id])
  await backdateCastAccounts(control)
  await control.query(
    `delete from app.feedback_events e using app.feedback f where f.id = e.feedback_id and f.rider_id = any ($1)`,
    [EVERYBODY],
  )
  await control.query('delete from app.feedback where rider_id = any ($1)', [EVERYBODY])
}

type Vehicle = { id: string; plate: string; publicCode: string }

/** A vehicle without reports or ratings: "Tausi 9" with 14 seats. */
export async function knownVehicle(control: Control): Promise<Vehicle> {
  const plate = newPlate()
  await control.query('select app.lock_vehicle(app.plate_key($1))', [plate])
  const [vehicle] = await control.query<Vehicle>(
    `update app.vehicles v set fleet_name = 'Tausi 9', capacity = 14 where v.plate = $1
     returning v.id, v.plate, v.public_code as "publicCode"`,
    [plate],
  )
  if (!vehicle) throw new Error('No vehicle')
  return vehicle
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const letter = () => LETTERS[Math.floor(Math.random() * LETTERS.length)]

/** A plate of a series that is not in use. */
export const newPlate = () => `KZ${letter()} ${100 + Math.floor(Math.random() * 900)}${letter()}`

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

/** A burst: accounts created today rate a vehicle, all positively. */
export async function burst(control: Control, { publicCode }: Vehicle, riders: readonly PersonName[]) {
  const ids = riders.map((rider) => CAST[rider].id)
  await control.query('update auth.users set created_at = now() where id = any ($1)', [ids])
  for (const rider of riders) {
    const body = {
      id: randomUUID(),
      vehicle: { identifier: publicCode },
      stars: 5,
      tags: [],
      comment: `Well driven, says ${CAST[rider].name}.`,
    }
    await (await apiAs(rider)).POST('/api/v1/feedback', { body })
  }
}

/** Ratings of four riders of the last weeks, one fewer than figures need. */
export async function fourRatings(control: Control, { plate }: Vehicle): Promise<void> {
  for (const [index, stars] of [4, 2, 4, 1].entries()) {
    await control.shiftClock(`-${40 - index * 10} days`)
    await control.query(
      'select app.receive_feedback(jsonb_populate_record(null::app.feedback, $1::jsonb), p_vehicle => $2)',
      [JSON.stringify({ id: randomUUID(), rider_id: randomUUID(), stars, tags: [] }), plate],
    )
  }
  await control.shiftClock('0')
}

/** A crash that Amina reports `northM` metres north of Koja and that others deny. Returns the incident. */
export async function deniedCrash(northM: number, deniers: readonly PersonName[]): Promise<string> {
  const place = { ...KOJA, lat: KOJA.lat + northM / 111_320 }
  const amina = await apiAs('amina')
  const body = { id: randomUUID(), category: 'crash', injury: 'none', place } as const
  const { data } = await amina.POST('/api/v1/reports', { body })
  const id = data?.incidentId ?? ''
  for (const denier of deniers)
    await (await apiAs(denier)).PUT('/api/v1/incidents/{id}/vote', {
      params: { path: { id } },
      body: { vote: 'deny' },
    })
  return id
}
