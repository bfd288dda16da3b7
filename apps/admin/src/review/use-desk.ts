import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { usePrefetch } from './entry-pane.tsx'
import { focusEntry } from './entry-view.tsx'
import { isInDecisionForm, useClaims } from './queue.tsx'
import { type Selection, useIsWide, useRowFocus } from './queue-state.ts'
import { useDecisions } from './saving/decisions.tsx'
import { type Shortcut, useShortcuts } from './shortcuts.tsx'
import type { useDeskUrl } from './use-desk-url.ts'
import { entryQuery } from './use-entry.ts'
import type { useQueue } from './use-queue.ts'

type Desk = { url: ReturnType<typeof useDeskUrl>; queue: ReturnType<typeof useQueue>; selection: Selection }

/** Going from row to row and from entry to entry, by key, by button, and after a decision. */
export function useDesk({ url, queue, selection }: Desk) {
  const { openId } = url
  const { entries } = queue
  const isWide = useIsWide()
  const row = useRowFocus(entries)
  const claims = useClaims()
  const decisions = useDecisions()
  const [help, setHelp] = useState(false)
  const [filters, setFilters] = useState(false)
  const focusRow = useRef<(id: string) => void>(() => undefined)
  const index = entries.findIndex(({ id }) => id === openId)
  const isLoaded = useQuery({ ...entryQuery(openId ?? ''), enabled: false }).data !== undefined
  usePrefetch(entries, openId, index)

  const open = (id: string, action?: string) => {
    row.goTo(id)
    url.open(id, action ? { do: action } : {})
  }
  const close = () => {
    url.close()
    // The list is visible again in the next frame.
    requestAnimationFrame(() => openId && focusRow.current(openId))
  }
  /** Goes to another row: where an entry is open or has room beside the list, it is shown at once. */
  const goTo = (next: number) => {
    const entry = entries[next]
    if (!entry) return
    if (openId || isWide) open(entry.id)
    else row.goTo(entry.id)
    if (isWide || !openId) focusRow.current(entry.id)
    else focusEntry()
  }
  const move = (by: 1 | -1) => {
    const from = row.index()
    goTo(from === -1 ? 0 : Math.min(Math.max(from + by, 0), entries.length - 1))
  }
  /** A decided entry leaves the list at once, and the next one has its place. */
  const goOn = async () => {
    const next = entries[index + 1] ?? (await queue.loadAfter(entries)) ?? entries[index - 1]
    if (!next) return close()
    open(next.id)
    if (isWide) requestAnimationFrame(() => focusRow.current(next.id))
    else focusEntry()
  }
  const undoLast = () => {
    const path = decisions.undoLast()
    if (path) url.goTo(path)
  }
  // On a phone an entry that is opened takes the place of the list, and begins at its top.
  const shownId = useRef(openId)
  useLayoutEffect(() => {
    if (openId && !isWide && openId !== shownId.current) window.scrollTo({ top: 0 })
    shownId.current = openId
  }, [openId, isWide])
  const begin = (task: string) => row.here && open(row.here.id, task)
  const select = (range: boolean) => {
    // As with moving: the URL follows a frame after the key.
    const id = entries[row.index()]?.id ?? openId
    if (id) selection.toggle(id, range)
  }

  const listShortcuts: Shortcut[] = [
    { keys: ['j', 'ArrowDown'], name: 'next', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], name: 'previous', run: () => move(-1) },
    { keys: ['x'], name: 'select', run: () => select(false) },
    { keys: ['X'], name: 'selectRange', run: () => select(true) },
    { keys: ['A'], name: 'selectAll', run: () => void selection.selectMatching() },
    { keys: ['f', '/'], name: 'search', run: () => setFilters(true) },
    { keys: ['?'], name: 'help', run: () => setHelp(true) },
  ]
  const shortcuts: Shortcut[] = [
    ...listShortcuts,
    { keys: ['o'], name: 'open', run: () => row.here && open(row.here.id) },
    { keys: ['c'], name: 'claim', run: () => row.here && claims.claim(row.here) },
    { keys: ['u'], name: 'release', run: () => row.here && claims.release(row.here) },
    { keys: ['a'], name: 'approve', run: () => begin('approved') },
    { keys: ['e'], name: 'edit', run: () => begin('approved_with_edits') },
    { keys: ['r'], name: 'reject', run: () => begin('rejected') },
    { keys: ['i'], name: 'ask', run: () => begin('changes_requested') },
    { keys: ['d'], name: 'duplicate', run: () => begin('duplicate') },
    { keys: ['z'], name: 'undo', run: undoLast },
  ]
  // An open entry adds the keys of its own actions; until it is loaded they are remembered in the URL.
  useShortcuts(isLoaded ? listShortcuts : shortcuts)

  return {
    isLoaded,
    /** Of the open entry in the list, from 1. */
    position: index === -1 ? undefined : index + 1,
    shortcuts,
    listShortcuts,
    help,
    setHelp,
    filters,
    setFilters,
    focusRow,
    onFocus: row.goTo,
    openRow: (id: string) => {
      open(id)
      requestAnimationFrame(() => isInDecisionForm() || focusEntry())
    },
    open,
    close,
    onPrevious: index > 0 ? () => goTo(index - 1) : null,
    onNext: index !== -1 && index < entries.length - 1 ? () => goTo(index + 1) : null,
    goOn,
    undoLast,
  }
}
