import type { ASKED_FACTS } from '@salama/domain/shared'
import type { Assignment, Server, ServerEntry } from '@/field-state/field-cache.ts'
import { arrivedAfter, type Claim } from '@/field-state/session.ts'
import { claimTokenOf, type EntryBody } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'

// What an assignment asks for, and how much of it was done under a claim: on this phone, and at the server.

export type AskedFact = (typeof ASKED_FACTS)[number]
export type Quota = Assignment['quota']
export type Done = { vehicles: number; minutes: number; counted: number }

export const hasWork = ({ vehicles, minutes, counted }: Done) => vehicles + minutes + counted > 0

/** Vehicles recorded and minutes counted under a claim. An item that both sides have counts once. */
export function doneUnder(claim: Claim, entries: readonly FieldEntry[], server: Server | null): Done {
  const known = new Set(server?.entries.map(({ id }) => id))
  const counts = new Map(claim.counts.map(({ id, minutes, vehicles }) => [id, { minutes, vehicles }]))
  let vehicles = claim.entries
  /** A withdrawal that the server's number does not show yet. */
  const isLost = (item: FieldEntry['item'], entryId: string) =>
    (item.state !== 'received' || arrivedAfter(server, item)) &&
    server?.entries.some(({ id, claimToken, state }) => id === entryId && claimToken === claim.token && !isGone(state))
  for (const { item } of entries) {
    const { content, id } = item
    if (content.kind === 'count' && content.claimToken === claim.token) counts.set(id, content)
    if (content.kind === 'withdraw' && isLost(item, content.entryId)) vehicles -= 1
    if (content.kind !== 'entry' || claimTokenOf(content) !== claim.token) continue
    const isNew = item.state === 'received' ? arrivedAfter(server, item) : !known.has(id)
    // A correction takes the place of the entry that it revises.
    if (isNew && !content.body?.revises) vehicles += 1
  }
  const sum = (of: 'minutes' | 'vehicles') => [...counts.values()].reduce((total, count) => total + count[of], 0)
  return { vehicles, minutes: sum('minutes'), counted: sum('vehicles') }
}

const isGone = (state: ServerEntry['state']) => state === 'replaced' || state === 'withdrawn'

/** Whether an entry says something about a fact. Photos and places are kept beside the facts. */
function hasFact(
  fact: AskedFact,
  { vehicle, note, place }: Pick<EntryBody, 'vehicle' | 'note' | 'place'>,
  photos: number,
) {
  if (fact === 'photo') return photos > 0
  if (fact === 'note') return (note ?? '') !== ''
  if (fact === 'place') return place !== undefined
  return vehicle[fact] !== undefined
}

export type Gap = { id: string; plate: string; facts: AskedFact[] }

/** The vehicles under a claim that lack something that the assignment asks for. */
function gapsUnder(token: number, { facts }: Quota, entries: readonly FieldEntry[], server: Server | null): Gap[] {
  const lacks = (of: Pick<EntryBody, 'vehicle' | 'note' | 'place'>, photos: number) =>
    facts.filter((fact) => !hasFact(fact, of, photos))
  const waiting = entries.flatMap(({ item: { id, content }, files }): Gap[] =>
    content.kind === 'entry' && content.body && claimTokenOf(content) === token
      ? [{ id, plate: content.plate, facts: lacks(content.body, files.length) }]
      : [],
  )
  const here = new Map(entries.map(({ item, files }) => [item.id, files.length]))
  const asBody = ({ vehicle, note, place }: ServerEntry) => ({
    vehicle,
    ...(note !== null && { note }),
    ...(place && { place: { lat: place.lat, lng: place.lng, accuracyM: place.accuracyM } }),
  })
  const sent = (server?.entries ?? []).flatMap((entry): Gap[] =>
    entry.claimToken === token && !isGone(entry.state) && !waiting.some(({ id }) => id === entry.id)
      ? [
          {
            id: entry.id,
            plate: entry.vehicle.plate,
            facts: lacks(asBody(entry), Math.max(entry.photos, here.get(entry.id) ?? 0)),
          },
        ]
      : [],
  )
  return [...waiting, ...sent].filter((gap) => gap.facts.length > 0)
}

/** What is missing before an assignment is complete: vehicles, minutes, and facts of single vehicles. */
export function missingUnder(
  { assignment, ...claim }: Claim & { assignment: Assignment },
  entries: readonly FieldEntry[],
  server: Server | null,
) {
  const { quota } = assignment
  const done = doneUnder(claim, entries, server)
  return {
    vehicles: Math.max(0, (quota.vehicles ?? 0) - done.vehicles),
    minutes: Math.max(0, (quota.minutes ?? 0) - done.minutes),
    gaps: gapsUnder(claim.token, quota, entries, server),
  }
}
