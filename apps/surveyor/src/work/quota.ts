import { plateKey } from '@salama/ui/incidents/plate.ts'
import type { AskedFact, Draft } from '@/field-state/draft.ts'
import { bodyOf } from '@/field-state/entry-body.ts'
import type { Assignment, Server, ServerEntry } from '@/field-state/field-cache.ts'
import { arrivedAfter, type Claim, type HeldSlot } from '@/field-state/session.ts'
import { claimTokenOf, type EntryBody, revisesOf } from '@/outbox/content.ts'
import type { FieldEntry } from '@/outbox/field-outbox.ts'
import { farFrom } from './far-from.ts'

// What an assignment asks for, and how much of it was done under a claim: on this phone, and at the server.

export type Quota = Assignment['quota']
/** `aside`: vehicles that were recorded and do not count; `tally` has them by their first reason. */
export type Done = { vehicles: number; aside: number; tally: Claim['tally']; minutes: number; counted: number }

export const hasWork = ({ vehicles, aside, minutes, counted }: Done) => vehicles + aside + minutes + counted > 0

/** Why a vehicle does not count: supabase/schemas/80_surveyor/quota.sql has the rule, which this phone applies offline. */
export type NotCounted = ServerEntry['notCounted'][number]

/** Vehicles recorded and minutes counted under a claim. An item that both sides have counts once. */
export function doneUnder(claim: Claim, entries: readonly FieldEntry[], server: Server | null): Done {
  const known = new Map(server?.entries.map((entry) => [entry.id, entry]))
  const counts = new Map(claim.counts.map(({ id, minutes, vehicles }) => [id, { minutes, vehicles }]))
  const tally = { ...NOTHING, ...claim.tally } // one that an earlier version cached has less
  const add = (notCounted: readonly NotCounted[] | undefined, count: 1 | -1) => {
    tally[outcomeOf(notCounted)] += count
  }
  /** An entry that the server's number still includes. */
  const counted = (id: string | undefined) => {
    const entry = known.get(id ?? '')
    return entry?.claimToken === claim.token && !isGone(entry.state) ? entry : undefined
  }
  for (const { item } of entries) {
    const { content, id } = item
    const isNew = item.state === 'received' ? arrivedAfter(server, item) : !known.has(id)
    if (content.kind === 'count' && content.claimToken === claim.token) counts.set(id, content)
    if (content.kind === 'withdraw' && (item.state !== 'received' || isNew)) {
      const entry = counted(content.entryId)
      if (entry) add(entry.notCounted, -1)
    }
    if (content.kind !== 'entry' || !isNew) continue
    // A correction takes the place of the entry that it revises.
    const revised = counted(revisesOf(content))
    if (revised) add(revised.notCounted, -1)
    if (revised || (!revisesOf(content) && claimTokenOf(content) === claim.token)) add(content.notCounted, 1)
  }
  const sum = (of: 'minutes' | 'vehicles') => [...counts.values()].reduce((total, count) => total + count[of], 0)
  const { counted: vehicles, ...others } = tally
  const aside = Object.values(others).reduce((total, count) => total + count, 0)
  return { vehicles, aside, tally, minutes: sum('minutes'), counted: sum('vehicles') }
}

const NOTHING: Claim['tally'] = { counted: 0, repeated: 0, far: 0, rejected: 0, incomplete: 0 }
const OUTCOMES = { repeat: 'repeated', far_from_place: 'far', rejected: 'rejected' } as const

function outcomeOf([why]: readonly NotCounted[] = []): keyof Claim['tally'] {
  if (why === undefined) return 'counted'
  return why === 'repeat' || why === 'far_from_place' || why === 'rejected' ? OUTCOMES[why] : 'incomplete'
}

const isGone = (state: ServerEntry['state']) => state === 'replaced' || state === 'withdrawn'

/** Whether what is sent of a draft says something about a fact, or that it cannot be seen. */
function hasAnswer(fact: AskedFact, { vehicle, note, place }: EntryBody, photos: number) {
  if (vehicle.notSeen?.includes(fact)) return true
  if (fact === 'photo') return photos > 0
  return fact === 'note' ? note !== undefined : fact === 'place' ? place !== undefined : fact in vehicle
}

/** Why a draft would not count for its claim if it was saved now. */
export function whyNotCounted(
  draft: Draft,
  photos: number,
  { assignment }: HeldSlot,
  entries: readonly FieldEntry[],
  server: Server | null,
): NotCounted[] {
  const key = plateKey(draft.plate)
  const tokens = assignment.mine.map(({ token }) => token)
  const there = (server?.entries ?? []).map(({ vehicle, ...entry }) => ({ ...entry, plate: vehicle.plate }))
  const here = entries.flatMap(({ item: { id, content } }) => (content.kind === 'entry' ? [{ ...content, id }] : []))
  const isSame = ({ plate }: { plate: string }) => plateKey(plate) === key
  // A correction has the place of what it corrects.
  const corrected = [...there, ...here].find(({ id }) => id === draft.revises || id === draft.id)
  const isFirst = corrected !== undefined && isSame(corrected) && !corrected.notCounted?.includes('repeat')
  const settled = new Set(
    [draft.id, draft.revises].concat(
      entries.map(({ item: { content } }) => (content.kind === 'withdraw' ? content.entryId : null)),
      there.flatMap(({ id, state }) => (isGone(state) || state === 'rejected' ? [id] : [])),
    ),
  )
  const isRepeat =
    !isFirst &&
    [
      ...here.filter((content) => tokens.includes(claimTokenOf(content) ?? 0)),
      ...there.filter(({ assignmentId }) => assignmentId === assignment.id),
    ].some((entry) => isSame(entry) && !settled.has(entry.id))
  const body = bodyOf(draft, '', null)
  return [
    ...(isRepeat ? (['repeat'] as const) : []),
    ...(farFrom(draft, assignment) === null ? [] : (['far_from_place'] as const)),
    ...assignment.quota.facts.filter((fact) => !hasAnswer(fact, body, photos)),
  ]
}

/** `isSent`: the server has it. */
export type Gap = { id: string; plate: string; isSent: boolean; why: readonly NotCounted[] }

/** The vehicles under a claim that do not count. */
function gapsUnder(token: number, entries: readonly FieldEntry[], server: Server | null): Gap[] {
  const pending = entries.filter(({ item: { state } }) => state !== 'received')
  const waiting = pending.flatMap(({ item: { id, content } }): Gap[] =>
    content.kind === 'entry' && claimTokenOf(content) === token
      ? [{ id, plate: content.plate, isSent: false, why: content.notCounted ?? [] }]
      : [],
  )
  const settled = pending.flatMap(({ item: { id, content } }) => {
    if (content.kind === 'withdraw') return [content.entryId]
    return content.kind === 'entry' ? [id, content.body?.revises] : []
  })
  const sent = (server?.entries ?? []).flatMap(({ id, state, claimToken, vehicle: { plate }, notCounted }): Gap[] =>
    claimToken === token && !isGone(state) && !settled.includes(id)
      ? [{ id, plate, isSent: true, why: notCounted }]
      : [],
  )
  return [...waiting, ...sent].filter(({ why }) => why.length > 0)
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
    gaps: gapsUnder(claim.token, entries, server),
  }
}
