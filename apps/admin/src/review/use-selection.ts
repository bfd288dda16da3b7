'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { MAX_PREVIEWED } from '@salama/domain/reviews/contract'
import { useCallback, useMemo, useState } from 'react'

/** Entries that are decided together: of one kind, open, not one's own, and at most so many as a preview takes. */
export function useSelection(entries: readonly ReviewEntry[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => entries.filter(({ id }) => chosen.has(id)), [entries, chosen])
  const kind = selected[0]?.kind
  const isFull = selected.length >= MAX_PREVIEWED
  const ids = useMemo(() => new Set(selected.map(({ id }) => id)), [selected])
  const canSelect = (entry: ReviewEntry) =>
    entry.decidedAt === null &&
    !entry.own &&
    (kind === undefined || entry.kind === kind) &&
    (!isFull || ids.has(entry.id))
  const change = useCallback((id: string) => {
    setChosen((old) => {
      const next = new Set(old)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const toggle = (id: string) => {
    const entry = entries.find((each) => each.id === id)
    if (entry && (ids.has(id) || canSelect(entry))) change(id)
  }
  return { selected, ids, kind, canSelect, toggle, clear: () => setChosen(new Set()) }
}

export type Selection = ReturnType<typeof useSelection>
