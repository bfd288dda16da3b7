import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { MAX_BULK } from '@salama/domain/shared'
import { useMediaQuery } from '@salama/ui/use-media-query.ts'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { useQueue } from './use-queue.ts'

/** Whether the list and an entry are side by side. */
export const useIsWide = () => useMediaQuery('(min-width: 1100px)', true)

/** The latest version of a handler under one identity, so that rows which did not change are not rendered again. */
export function useStableHandler<Args extends unknown[]>(handler: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(handler)
  useLayoutEffect(() => {
    latest.current = handler
  })
  return useCallback((...args) => latest.current(...args), [])
}

/** The focused row, for returning to the list; kept in memory while the console is open. */
let lastRow: string | null = null

/** The row that keys refer to while no entry is open. */
export function useRowFocus(entries: readonly ReviewEntry[]) {
  const [id, setId] = useState(lastRow)
  const goTo = useCallback((next: string) => {
    lastRow = next
    setId(next)
  }, [])
  return {
    here: entries.find((entry) => entry.id === id),
    /** From the current row, not the last rendered one: key repeat is faster than rendering. */
    index: () => entries.findIndex((entry) => entry.id === lastRow),
    goTo,
  }
}

const isSelectable = (entry: ReviewEntry) => entry.decidedAt === null && !entry.own && !entry.escalatedByYou

/** The selection for a bulk decision: open entries of any kind that are not your own. */
export function useSelection({ entries, hasNextPage, fetchNextPage }: ReturnType<typeof useQueue>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const anchor = useRef<string | null>(null)
  const selected = useMemo(() => entries.filter((each) => chosen.has(each.id) && isSelectable(each)), [entries, chosen])
  const ids = useMemo(() => new Set(selected.map(({ id }) => id)), [selected])

  const add = (more: readonly ReviewEntry[]) =>
    setChosen(new Set([...ids, ...more.filter(isSelectable).map(({ id }) => id)].slice(0, MAX_BULK)))

  const toggle = (id: string, range = false) => {
    const at = (wanted: string | null) => entries.findIndex((each) => each.id === wanted)
    const [from, to] = [at(anchor.current), at(id)]
    anchor.current = id
    if (range && from !== -1) return add(entries.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (ids.has(id)) return setChosen(new Set([...ids].filter((each) => each !== id)))
    add(entries.slice(to, to + 1))
  }

  /** Everything that fits the filter, up to the maximum: loads the pages that are missing. */
  async function selectMatching(): Promise<void> {
    setBusy(true)
    let [all, more] = [entries, hasNextPage]
    while (more && all.filter(isSelectable).length < MAX_BULK) {
      const { data, hasNextPage: isMore, isError } = await fetchNextPage()
      if (isError || !data) break
      all = data.pages.flatMap((page) => page.data)
      more = isMore
    }
    add(all)
    setBusy(false)
  }

  return {
    selected,
    ids,
    busy,
    canSelect: isSelectable,
    toggle,
    selectMatching,
    clear: () => setChosen(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
