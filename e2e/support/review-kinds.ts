import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { CAST, type PersonName } from '@salama/testing'
import type { Control } from '@salama/testing/control'
import { apiAs } from './api.ts'
import { newDay } from './field.ts'
import { KOJA } from './review.ts'

// What else waits in the console's queue beside reports: field entries, held ratings and disputes.

const EVERYBODY = Object.values(CAST).map(({ id }) => id)

/** The cast are people whom we have known for a month, as in the demo. */
export const knowTheCast = (control: Control) =>
  control.query(`update auth.users set created_at = now() - interval '30 days' where id = any ($1)`, [EVERYBODY])

/** The queue is empty and nobody is at work; the cast have rated nothing, and have the roles of the demo. */
export async function emptyQueue(control: Control): Promise<void> {
  await newDay(control)
  await control.query('truncate app.review_entries cascade')
  await control.query(`delete from app.user_roles where user_id = $1 and role = 'admin'`, [CAST.baraka.id])
  await knowTheCast(control)
  await control.query(
    `delete from app.feedback_events e using app.feedback f where f.id = e.feedback_id and f.rider_id = any ($1)`,
    [EVERYBODY],
  )
  await control.query('delete from app.feedback where rider_id = any ($1)', [EVERYBODY])
}

type Vehicle = { id: string; plate: string; publicCode: string }

/** A vehicle that nobody has said anything of: "Tausi 9" with 14 seats. */
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

/** A plate of the series that is not on the road. */
export const newPlate = () => `KZ${letter()} ${100 + Math.floor(Math.random() * 900)}${letter()}`

/** Somebody begins field work; answers what hands in what they saw of a vehicle, and that the id of the entry. */
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

/** Sends a photo to an address of the app that a phone has open, as whoever is signed in there; answers the status. */
export const addPhoto = (phone: Page, address: `/api/${string}/photos`): Promise<number> =>
  phone.evaluate(async (path) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 160, height: 120 })
    const body = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'))
    const headers = { 'content-type': 'application/octet-stream' }
    return (await fetch(path, { method: 'POST', headers, body })).status
  }, `${address}?photoId=${randomUUID()}`)

/** People whom we have only known since today rate a vehicle, all of them well: that is a burst. */
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

/** Four riders of the last weeks, one short of what figures need. */
export async function fourRatings(control: Control, { plate }: Vehicle): Promise<void> {
  for (const [index, stars] of [4, 2, 4, 1].entries()) {
    await control.shiftClock(`-${40 - index * 10} days`)
    await control.query(
      `select app.receive_feedback(($1, $2, '{}', null, null, null)::app.feedback_content, $3::uuid, $4::uuid)`,
      [plate, stars, randomUUID(), randomUUID()],
    )
  }
  await control.shiftClock('0')
}

/** A crash that Amina tells of, so many metres north of Koja, and that others say is not so. Answers the incident. */
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
