import type { getCollectionEntry } from '@salama/domain/collection-entries/contract'
import { tryCall } from '@salama/http/call'
import { useEffect, useState } from 'react'
import type { ServerEntry } from './field-cache.ts'
import type { FieldState } from './use-field-state.ts'

/** Whether its surveyor may still correct or withdraw an entry. */
export const canCorrect = ({ state }: ServerEntry) =>
  state === 'submitted' || state === 'in_review' || state === 'held' || state === 'changes_requested'

/** An own entry, cached or requested. `isSearched`: nothing more is to come; `problem`: why the request failed. */
export function useServerEntry({ account, server }: Pick<FieldState, 'account' | 'server'>, id: string | null) {
  const cached = server?.entries.find((each) => each.id === id)
  const [asked, setAsked] = useState<{ id: string; entry: ServerEntry | null; problem: string | null }>()
  const isCached = cached !== undefined
  useEffect(() => {
    if (id === null || isCached) return
    const left = new AbortController()
    tryCall<typeof getCollectionEntry>('GET /api/collection-entries/{id}', {
      params: { id },
      account,
      signal: left.signal,
    }).then(
      (result) => {
        if (left.signal.aborted) return
        setAsked({ id, entry: result.ok ? result.reply : null, problem: result.ok ? null : result.problem.code })
      },
      () => null, // this page was left
    )
    return () => left.abort()
  }, [id, isCached, account])
  const found = asked?.id === id ? asked : undefined
  return {
    entry: cached ?? found?.entry ?? undefined,
    isSearched: isCached || found !== undefined,
    problem: isCached ? null : (found?.problem ?? null),
  }
}
