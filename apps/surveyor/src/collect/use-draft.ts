'use client'

import { useEffect, useRef, useState } from 'react'
import { canCorrect, useServerEntry } from '@/entries/use-server-entry.ts'
import type { Draft } from '@/field-state/draft.ts'
import type { DraftKey } from '@/field-state/field-cache.ts'
import type { FieldState } from '@/field-state/use-field-state.ts'
import { draftOfReturned, newDraft } from './draft.ts'

export const draftKey = (revises: string | null): DraftKey => (revises === null ? 'draft' : `draft:${revises}`)

/**
 * The draft of this form, saved on every change. Null until storage was read; `gone`: the entry to revise is unknown
 * or decided.
 */
export function useDraft({ fieldCache, server, outbox, account }: FieldState, revises: string | null) {
  const [draft, setDraft] = useState<Draft | null | 'gone'>(null)
  const [stored, setKept] = useState(true)
  const begun = useRef(false)
  const { entry, isSearched } = useServerEntry({ account, server }, revises)
  useEffect(() => {
    if (begun.current || (revises !== null && !isSearched)) return
    begun.current = true
    begin().then(setDraft)
    async function begin(): Promise<Draft | 'gone'> {
      const before = await fieldCache.get(draftKey(revises))
      // A tab that was killed between saving to the outbox and the next form leaves a draft that is already queued.
      const onItsWay = (await outbox.list().catch(() => [])).some(({ item }) => item.id === before?.id)
      // A draft of an older app version may lack a field.
      if (before && !onItsWay) return { ...newDraft(null), ...before }
      if (revises === null) return newDraft(await fieldCache.get('last'))
      if (!entry || !canCorrect(entry)) return 'gone'
      return draftOfReturned(entry, await fieldCache.get('names'))
    }
  }, [fieldCache, outbox, revises, entry, isSearched])

  const change = (next: Draft) => {
    setDraft(next)
    fieldCache.put(draftKey(revises), next).then(setKept)
  }
  /** The draft is in the outbox: starts the next one. */
  const startAnew = async (next: Draft | null) => {
    await fieldCache.remove(draftKey(revises))
    if (next) setDraft(next)
  }
  return { draft, stored, change, startAnew, entry }
}
