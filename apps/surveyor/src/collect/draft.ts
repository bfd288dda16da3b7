import { ASKED_FACTS, STICKER_KEY, VEHICLE_FACTS } from '@salama/domain/shared'
import { canBePlate, isPlain, looksLikePlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { type AskedFact, type Check, type Draft, type Finding, type LastValues, newDraft } from '@/field-state/draft.ts'
import { codeOf } from '@/field-state/entry-body.ts'
import type { Names, ServerEntry } from '@/field-state/field-cache.ts'
import type { EntryBody, FieldPlace } from '@/outbox/content.ts'
import { findSaccos, routeLabel } from './find.ts'

const { seats: SEATS } = VEHICLE_FACTS

// The draft of a collection entry. It is saved on every change, so a phone call or a dead battery loses nothing.

export const lastValuesOf = ({ sacco, routes }: Draft): LastValues => ({ sacco, routes })

/** Returns the draft with changes; a changed field no longer counts as carried over from the previous vehicle. */
export const withChanges = (draft: Draft, changes: Partial<Draft>): Draft => ({
  ...draft,
  // What is answered was seen.
  ...(draft.notSeen && { notSeen: draft.notSeen.filter((fact) => !FIELDS_OF[fact].some((field) => field in changes)) }),
  ...changes,
  carried: draft.carried.filter((field) => !(field in changes)),
})

const FIELDS_OF: Record<AskedFact, readonly (keyof Draft)[]> = {
  sacco: ['sacco', 'typedSacco'],
  routeIds: ['routes', 'typedRoute'],
  fleetName: ['fleetName'],
  capacity: ['capacity'],
  sticker: ['stickerStatus', 'stickerCode'],
  checks: ['checks'],
  note: ['note'],
  place: ['place'],
  photo: [],
}

/** Whether the draft has content that is worth saving. */
export const isBegun = (draft: Draft) =>
  [draft.plate, draft.typedSacco, draft.typedRoute, draft.fleetName, draft.stickerCode, draft.note].some(
    (text) => text.trim() !== '',
  ) ||
  draft.stickerStatus !== null ||
  Object.keys(draft.checks).length > 0

type RecordedEntry = { vehicle: ServerEntry['vehicle']; note?: string | null | undefined; place: FieldPlace | null }

/** A form prefilled with an earlier entry. */
function draftOf({ vehicle, note, place }: RecordedEntry, names: Names | null): Draft {
  const { plate, fleetName = '', sacco, routeIds = [], capacity, sticker, checks = {}, notSeen = [] } = vehicle
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
    notSeen,
  }
}

type SentPlace = NonNullable<EntryBody['place'] | ServerEntry['place']>

/** A place from a request or response: the stage where one is named, else the point. */
function placeOf(place: SentPlace | null | undefined): FieldPlace | null {
  if (!place) return null
  if ('stopId' in place && place.stopId !== null) return { stopId: place.stopId, name: null }
  return 'lat' in place ? { lat: place.lat, lng: place.lng, accuracyM: place.accuracyM } : null // one is set
}

/** A revision starts with the values of the returned entry; only the returned fields are open. */
export const draftOfReturned = ({ id, vehicle, note, place, decision }: ServerEntry, names: Names | null): Draft => ({
  ...draftOf({ vehicle, note, place: placeOf(place) }, names),
  revises: id,
  fields: decision?.facts ?? [],
})

/** Restores an entry of the outbox as a draft with the same id. The server may have it already. */
export const draftOfBody = (
  id: string,
  { vehicle, note, place, revises, claimToken }: EntryBody,
  names: Names | null,
  retryIds: readonly string[] = [],
): Draft => ({
  ...draftOf({ vehicle, note, place: placeOf(place) }, names),
  id,
  retryIds: [...retryIds, crypto.randomUUID()],
  claim: claimToken ?? null,
  revises: revises ?? null,
})

/**
 * A typed name like no known one is used as written on the vehicle; of similar ones the person chooses (`problemsOf`).
 */
export function withTypedName(draft: Draft, names: Names | null): Draft {
  const name = draft.typedSacco.trim()
  const isKnown = names !== null && findSaccos(names, name).length > 0
  return name.length < VEHICLE_FACTS.sacco.least || isKnown
    ? draft
    : { ...draft, sacco: { id: null, name }, typedSacco: '' }
}

/** In the order of the page. */
export type Field = 'plate' | 'typedSacco' | 'typedRoute' | 'capacity' | 'stickerCode'

/** Validates the form before it is saved: syntax only, the server checks the rest. */
export function problemsOf(draft: Draft): Field[] {
  const capacity = draft.capacity.trim()
  const code = plateKey(codeOf(draft))
  return [
    ...(canBePlate(draft.plate) ? [] : (['plate'] as const)),
    ...(['typedSacco', 'typedRoute'] as const).filter((field) => draft[field].trim() !== ''),
    ...(capacity === '' ||
    (/^\d{1,3}$/.test(capacity) && Number(capacity) >= SEATS.least && Number(capacity) <= SEATS.most)
      ? []
      : (['capacity'] as const)),
    ...(codeOf(draft).trim() === '' || (isPlain(draft.stickerCode) && STICKER_KEY.test(code))
      ? []
      : (['stickerCode'] as const)),
  ]
}

/** Whether to ask for confirmation of a plate with an unusual form. */
export const asksPlate = ({ plate, confirmedPlate }: Draft) =>
  canBePlate(plate) && !looksLikePlate(plate) && confirmedPlate !== plateKey(plate)

/** The draft without what its assignment does not ask for; without a list it asks for anything. */
export function onlyAsked(draft: Draft, facts: readonly AskedFact[]): Draft {
  if (facts.length === 0 || draft.revises !== null) return draft
  const isAsked = (fact: AskedFact) => fact === 'place' || facts.includes(fact)
  const empty = newDraft(null)
  const unasked = ASKED_FACTS.filter((fact) => !isAsked(fact)).flatMap((fact) => FIELDS_OF[fact])
  return {
    ...draft,
    ...Object.fromEntries(unasked.map((field) => [field, empty[field]])),
    notSeen: (draft.notSeen ?? []).filter((fact) => facts.includes(fact)),
  }
}
