'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { MAX_PREVIEWED } from '@salama/domain/reviews/contract'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'

/** The focused row, for returning to the list; kept in memory while the console is open. */
let lastRow: string | null = null

/** The focused row, and moving it. DOM focus moves along, so that screen readers announce the row. */
export function useRowFocus(
  entries: readonly ReviewEntry[],
  scrollTo: (index: number) => void,
  list: RefObject<HTMLUListElement | null>,
) {
  const [id, setId] = useState(lastRow)
  const waiting = useRef<number>(undefined)
  const goTo = useCallback((next: string) => {
    lastRow = next
    setId(next)
  }, [])

  function move(by: 1 | -1): void {
    // From the current row, not the last rendered one: key repeat is faster than rendering.
    const index = entries.findIndex((entry) => entry.id === lastRow)
    const next = index === -1 ? 0 : Math.min(Math.max(index + by, 0), entries.length - 1)
    const entry = entries[next]
    if (!entry) return
    goTo(entry.id)
    scrollTo(next)
    // The row may not be rendered yet: it is one frame after the list has scrolled.
    const focus = (triesLeft: number) => {
      const link = list.current?.querySelector<HTMLElement>(`[data-entry="${entry.id}"]`)
      if (link) return link.focus({ preventScroll: true })
      if (triesLeft > 0) waiting.current = requestAnimationFrame(() => focus(triesLeft - 1))
    }
    cancelAnimationFrame(waiting.current ?? 0)
    focus(10)
  }
  return { here: entries.find((entry) => entry.id === id), goTo, move }
}

/** The selection for a bulk decision: open entries of one kind, not your own, up to the limit of a preview. */
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
