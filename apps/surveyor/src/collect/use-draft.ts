import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Draft, newDraft } from '@/field-state/draft.ts'
import type { DraftKey } from '@/field-state/field-cache.ts'
import { heldSlots } from '@/field-state/session.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { canCorrect, useServerEntry } from '@/field-state/use-server-entry.ts'
import { draftOfReturned, isBegun } from './draft.ts'

export const draftKey = (revises: string | null): DraftKey => (revises === null ? 'draft' : `draft:${revises}`)

/** Whether the last change is stored on this phone; `none` before the first one. */
export type Stored = 'none' | 'saving' | 'saved' | 'failed'

/**
 * The draft of this form, saved on every change; null until read. `gone`: the entry to revise is unknown or decided.
 */
export function useDraft(
  { fieldCache, server, outbox, account, entries, nowMs }: FieldState,
  revises: string | null,
  claim: number | null,
) {
  const [draft, setDraft] = useState<Draft | null | 'gone'>(null)
  const [stored, setStored] = useState<Stored>('none')
  /** Ahead of the rendered draft: a change is made to what is there now, not to what was there when it was asked for. */
  const latest = useRef<Draft | null>(null)
  const begun = useRef(false)
  const { entry, isSearched } = useServerEntry({ account, server }, revises)
  /** Under the claim that was asked for; a claim that is over does not stay with a vehicle that was not begun. */
  const underClaim = useEffectEvent((found: Draft): Draft => {
    if (claim !== null) return { ...found, claim }
    const isHeld = heldSlots(entries, server, nowMs).some(({ token }) => token === found.claim)
    const { claim: chosen, ...rest } = found
    return chosen === null || isHeld || isBegun(found) ? found : rest
  })
  useEffect(() => {
    if (begun.current || (revises !== null && !isSearched)) return
    begun.current = true
    begin().then((found) => {
      latest.current = found === 'gone' ? null : found
      setDraft(found)
    })
    async function begin(): Promise<Draft | 'gone'> {
      const before = await fieldCache.get(draftKey(revises))
      // A tab that was killed between saving to the outbox and the next form leaves a draft that is already queued.
      const onItsWay = (await outbox.list().catch(() => [])).some(({ item }) => item.id === before?.id)
      if (before && !onItsWay) return underClaim(before)
      if (revises === null) return underClaim(newDraft(await fieldCache.get('last')))
      if (!entry || !canCorrect(entry)) return 'gone'
      return draftOfReturned(entry, await fieldCache.get('names'))
    }
  }, [fieldCache, outbox, revises, entry, isSearched])

  /** Changes the draft with this id. What comes late, such as a location, for an earlier one is dropped. */
  const change = (id: string, make: (draft: Draft) => Draft) => {
    if (latest.current?.id !== id) return
    const next = make(latest.current)
    latest.current = next
    setDraft(next)
    setStored('saving')
    fieldCache.put(draftKey(revises), next).then((isSaved) => {
      if (latest.current === next) setStored(isSaved ? 'saved' : 'failed')
    })
  }
  /** The draft is in the outbox: starts the next one. */
  const startAnew = async (next: Draft | null) => {
    latest.current = next
    await fieldCache.remove(draftKey(revises))
    setStored('none')
    if (next) setDraft(next)
  }
  return { draft, stored, change, startAnew, entry }
}
