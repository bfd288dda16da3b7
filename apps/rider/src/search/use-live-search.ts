'use client'

import type { search } from '@salama/domain/search/contract'
import { call, problemIn } from '@salama/http/call'
import { useDebouncedSearch } from '@salama/ui/components/use-debounced-search.ts'
import type { Hit } from './hits.tsx'

export type Found = { q: string; hits: readonly Hit[] }
type Problem = 'offline' | 'failed' | 'often'

const PAUSE_MS = 250

/** The hits while typing, starting from the server-rendered ones; and the error of a failed search. */
export function useLiveSearch(q: string, initial: Found | null) {
  const { found, failure, isCurrent, retry } = useDebouncedSearch(q, find, {
    initial: initial && { q: initial.q, result: initial.hits },
    pauseMs: PAUSE_MS,
  })
  return { hits: found?.result ?? null, problem: failure && troubleOf(failure.cause), isFound: isCurrent, again: retry }
}

const find = async (q: string, signal: AbortSignal): Promise<readonly Hit[]> =>
  (await call<typeof search>('GET /api/search', { query: { q }, signal })).data

function troubleOf(cause: unknown): Problem {
  const { code } = problemIn(cause)
  if (code === 'network') return navigator.onLine ? 'failed' : 'offline'
  return code === 'rate_limited' ? 'often' : 'failed'
}
