import { focusFirstWrong } from '@salama/ui/components/focus-on-mount.ts'
import { plateKey } from '@salama/ui/incidents/plate.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { stamp } from '@/field-state/clock.ts'
import { type Draft, newDraft } from '@/field-state/draft.ts'
import { bodyOf } from '@/field-state/entry-body.ts'
import type { Names } from '@/field-state/field-cache.ts'
import { claimsOf } from '@/field-state/session.ts'
import { type FieldState, useCached } from '@/field-state/use-field-state.ts'
import { currentClaim } from '@/work/current-claim.ts'
import { whyNotCounted } from '@/work/quota.ts'
import { asksPlate, type Field, lastValuesOf, onlyAsked, problemsOf, withChanges, withTypedName } from './draft.ts'

export type Writing = {
  fieldState: FieldState
  draft: Draft
  names: Names | null
  sessionId: string | null
  change: (id: string, make: (draft: Draft) => Draft) => void
  startAnew: (next: Draft | null) => Promise<void>
}

/** What a form of an entry asks for, what is wrong in it, and saving it: once, whatever is pressed. */
export function useEntry(form: RefObject<HTMLFormElement | null>, writing: Writing, photos: number) {
  const { fieldState, draft, names, sessionId, change, startAnew } = writing
  const { entries, server, nowMs } = fieldState
  const [saved, setSaved] = useState<string | null>(null)
  const saving = useRef(false)
  /** How often the confirmation of the plate was requested; 0 while it was not. */
  const [asking, setAsking] = useState(0)
  /** The errors of the last attempt to save; an error is cleared once its field is valid. */
  const [refused, setRefused] = useState<Field[]>([])
  useEffect(() => {
    if (refused.length > 0) focusFirstWrong(form.current)
  }, [form, refused])

  const isNew = draft.revises === null
  const claims = claimsOf(server)
  const fix = useCached(fieldState.fieldCache, 'fix') ?? null
  const claimOf = (token: number | null | undefined) => claims.find((each) => each.token === token) ?? null
  const claim =
    draft.claim === undefined
      ? (claimOf(draft.begunFor) ?? currentClaim(entries, server, nowMs, 'vehicle_survey', fix))
      : claimOf(draft.claim)
  const facts: readonly string[] = isNew && claim ? claim.assignment.quota.facts : []
  const shows = (field: string) =>
    draft.fields.length > 0
      ? draft.fields.includes(field)
      : facts.length === 0 || field === 'plate' || facts.includes(field)
  /** Else a photo only helps to type the plate, and ends with the form. */
  const sendsPhotos = !isNew || shows('photo')
  const recorded = onlyAsked(withTypedName(draft, names), claim?.assignment.quota.facts ?? [])
  const problems = problemsOf(recorded)
  // A correction counts for the claim of its entry, and has its photos.
  const revised = server?.entries.find(({ id }) => id === draft.revises)
  const slot = isNew ? claim : (claims.find(({ token }) => token === revised?.claimToken) ?? null)
  const kept = photos + (revised?.photos ?? 0)
  const notCounted = slot ? whyNotCounted(recorded, kept, slot, entries, server) : []

  const edit = (changes: Partial<Draft>) => {
    setSaved(null)
    setAsking(0)
    // What is asked does not change under the thumb when the phone finds out where it is.
    const begunFor = draft.begunFor ?? claim?.token
    change(draft.id, (latest) => withChanges(latest, { ...changes, ...(begunFor !== undefined && { begunFor }) }))
  }

  async function save(isSure = !shows('plate') || !asksPlate(recorded)) {
    setRefused(problems)
    if (problems.length > 0 || sessionId === null || saving.current) return
    setAsking(isSure ? 0 : asking + 1)
    if (!isSure) return
    saving.current = true
    const capturedAt = stamp(server)
    try {
      const plate = recorded.plate.trim()
      const body = bodyOf(recorded, capturedAt, claim?.token ?? null)
      // The same draft may have been saved in another tab: then this is a new vehicle.
      const isTaken = entries.some(({ item }) => item.id === draft.id)
      if (!sendsPhotos && !isTaken)
        for (const { id } of await fieldState.outbox.filesOf(draft.id)) await fieldState.outbox.removeFile(id)
      await fieldState.outbox.put(isTaken ? crypto.randomUUID() : draft.id, {
        kind: 'entry',
        sessionId,
        plate,
        capturedAt,
        body,
        notCounted,
        ...(draft.retryIds && { retryIds: draft.retryIds }),
      })
      const last = lastValuesOf(withTypedName(draft, names))
      if (isNew) await fieldState.fieldCache.put('last', last)
      await startAnew(isNew ? newDraft(last, draft.claim) : null)
      setSaved(plate)
      window.scrollTo({ top: 0 })
      fieldState.outbox.flush({ eager: true }).catch(() => null) // the outbox shows the result
    } finally {
      saving.current = false
    }
  }

  return {
    isNew,
    sendsPhotos,
    claims,
    claim,
    shows,
    slot,
    notCounted,
    wrong: refused.filter((field) => problems.includes(field)),
    asking,
    /** The plate of the vehicle that was saved last, until something is typed for the next one. */
    saved,
    edit,
    save: () => save(),
    /** Saves with an unusual plate as it is. */
    confirm: () => {
      change(draft.id, (latest) => withChanges(latest, { confirmedPlate: plateKey(latest.plate) }))
      return save(true)
    },
  }
}
