import { canBePlate, isAscii, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { CARRIED, type Check, type Draft, type Finding, type LastValues } from '@/field-state/draft.ts'
import type { Names, ServerEntry } from '@/field-state/field-cache.ts'
import { type EntryBody, type FieldPlace, placeBody } from '@/outbox/content.ts'
import { findSaccos, routeLabel } from './find.ts'

// A collection entry while it is being written. It is kept on this phone with every change, so a call that comes in or a
// dead battery costs nothing. Its id is made once: however often it is sent, it is one entry.

export const lastValuesOf = ({ sacco, routes }: Draft): LastValues => ({ sacco, routes })

export const newDraft = (last: LastValues | null): Draft => ({
  id: crypto.randomUUID(),
  plate: '',
  confirmedPlate: null,
  fleetName: '',
  sacco: last?.sacco ?? null,
  typedSacco: '',
  routes: last?.routes ?? [],
  typedRoute: '',
  carried: CARRIED.filter((field) => last !== null && [last[field] ?? []].flat().length > 0),
  capacity: '',
  stickerStatus: null,
  stickerCode: '',
  checks: {},
  note: '',
  place: null,
  revises: null,
  fields: [],
})

/** The draft after something was written in it; what was touched no longer stands as it was for the vehicle before. */
export const withChanges = (draft: Draft, changes: Partial<Draft>): Draft => ({
  ...draft,
  ...changes,
  carried: draft.carried.filter((field) => !(field in changes)),
})

/** Whether something was written that is worth keeping. */
export const isBegun = (draft: Draft) =>
  [draft.plate, draft.typedSacco, draft.typedRoute, draft.fleetName, draft.stickerCode, draft.note].some(
    (text) => text.trim() !== '',
  ) ||
  draft.stickerStatus !== null ||
  Object.keys(draft.checks).length > 0

type Said = { vehicle: ServerEntry['vehicle']; note?: string | null | undefined; place: FieldPlace | null }

/** A form with everything in it that was said before. */
function draftOf({ vehicle, note, place }: Said, names: Names | null): Draft {
  const { plate, fleetName = '', sacco, routeIds = [], capacity, sticker, checks = {} } = vehicle
  const saccoName = (id: string) => names?.saccos.find((each) => each.id === id)?.name ?? ''
  const routeName = (id: string) => {
    const route = names?.routes.find((each) => each.id === id)
    return route ? routeLabel(route) : ''
  }
  const found = Object.entries(checks).filter((each): each is [Check, Finding] => each[1] !== 'not_checked')
  return {
    ...newDraft(null),
    plate,
    fleetName,
    sacco: sacco
      ? 'id' in sacco
        ? { id: sacco.id, name: saccoName(sacco.id) }
        : { id: null, name: sacco.name }
      : null,
    routes: routeIds.map((id) => ({ id, name: routeName(id) })),
    capacity: capacity === undefined ? '' : String(capacity),
    stickerStatus: sticker?.status ?? null,
    stickerCode: sticker?.code ?? '',
    checks: Object.fromEntries(found),
    note: note ?? '',
    place,
  }
}

type Told = NonNullable<EntryBody['place'] | ServerEntry['place']>

/** A place as it was sent or as the server tells it: the stage where one was named, else the point. */
function placeOf(place: Told | null | undefined): FieldPlace | null {
  if (!place) return null
  if ('stopId' in place && place.stopId !== null) return { stopId: place.stopId, name: null }
  return 'lat' in place ? { lat: place.lat, lng: place.lng, accuracyM: place.accuracyM } : null // never neither
}

/** A correction begins with what was said before; only the fields that came back are opened. */
export const draftOfReturned = ({ id, vehicle, note, place, decision }: ServerEntry, names: Names | null): Draft => ({
  ...draftOf({ vehicle, note, place: placeOf(place) }, names),
  revises: id,
  fields: decision?.facts ?? [],
})

/** An entry that was refused, to be written again under its id. */
export const draftOfBody = (id: string, { vehicle, note, place, revises }: EntryBody, names: Names | null): Draft => ({
  ...draftOf({ vehicle, note, place: placeOf(place) }, names),
  id,
  revises: revises ?? null,
})

/** A name of a group shorter than this is none. */
export const LEAST_NAME = 2

/**
 * A name that was typed and is like none of those that the phone knows is the one on the vehicle, also if nobody pressed
 * anything to say so. Where the list has something like it, the person is asked (`problemsOf`).
 */
export function withTypedName(draft: Draft, names: Names | null): Draft {
  const name = draft.typedSacco.trim()
  const isKnown = names !== null && findSaccos(names, name).length > 0
  return name.length < LEAST_NAME || isKnown ? draft : { ...draft, sacco: { id: null, name }, typedSacco: '' }
}

/** In the order in which they stand on the page. */
export type Field = 'plate' | 'typedSacco' | 'typedRoute' | 'capacity' | 'stickerCode'

/** Where the sticker is missing, its number is not asked for. */
const codeOf = ({ stickerStatus, stickerCode }: Draft) => (stickerStatus === 'missing' ? '' : stickerCode)

/** What must be put right before it can be saved: the shape alone, what it means is the server's to say. */
export function problemsOf(draft: Draft): Field[] {
  const capacity = draft.capacity.trim()
  const code = plateKey(codeOf(draft))
  return [
    ...(canBePlate(draft.plate) ? [] : (['plate'] as const)),
    ...(['typedSacco', 'typedRoute'] as const).filter((field) => draft[field].trim() !== ''),
    ...(capacity === '' || (/^\d{1,3}$/.test(capacity) && Number(capacity) >= 1 && Number(capacity) <= 200)
      ? []
      : (['capacity'] as const)),
    ...(codeOf(draft).trim() === '' || (isAscii(draft.stickerCode) && /^V[0-9A-Z]{8}$/.test(code))
      ? []
      : (['stickerCode'] as const)),
  ]
}

/** Whether the person is asked about the plate before it is saved: it has no form that the city's plates have. */
export const asksPlate = ({ plate, confirmedPlate }: Draft) =>
  canBePlate(plate) && !looksLikePlate(plate) && confirmedPlate !== plateKey(plate)

/** What is sent, but for the session. */
export function bodyOf(draft: Draft, capturedAt: string, claimToken: number | null): EntryBody {
  const { plate, fleetName, sacco, routes, capacity, stickerStatus, checks, note, place } = draft
  const code = plateKey(codeOf(draft)).replace(/^V/, 'V-')
  const status = stickerStatus ?? (code === '' ? null : 'seen')
  return {
    ...(claimToken !== null && draft.revises === null && { claimToken }),
    ...(draft.revises !== null && { revises: draft.revises }),
    capturedAt,
    vehicle: {
      plate: plate.trim(),
      ...(fleetName.trim() !== '' && { fleetName: fleetName.trim() }),
      ...(sacco && { sacco: sacco.id === null ? { name: sacco.name } : { id: sacco.id } }),
      ...(routes.length > 0 && { routeIds: routes.flatMap(({ id }) => (id === null ? [] : [id])) }),
      ...(capacity.trim() !== '' && { capacity: Number(capacity) }),
      ...(status !== null && {
        sticker: { status, ...(code !== '' && { code }) },
      }),
      ...(Object.keys(checks).length > 0 && { checks }),
    },
    ...(place && { place: placeBody(place) }),
    ...(note.trim() !== '' && { note: note.trim() }),
  }
}
