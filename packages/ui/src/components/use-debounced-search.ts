'use client'

import { useEffect, useEffectEvent, useState } from 'react'

type Found<T> = { q: string; result: T }

/**
 * Searches while typing, debounced; responses to older queries are dropped, an empty query clears. `found` keeps old
 * results meanwhile, so that nothing flickers; `isCurrent`: they are of `q`. `initial`: the server's result.
 */
export function useDebouncedSearch<T>(
  q: string,
  search: (q: string, signal: AbortSignal) => Promise<T>,
  { initial = null, debounceMs = 200 }: { initial?: Found<T> | null; debounceMs?: number } = {},
) {
  const [found, setFound] = useState(initial)
  const [failure, setFailure] = useState<{ cause: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const run = useEffectEvent(search)
  const isCurrent = found?.q === q
  useEffect(() => {
    setFailure(null)
    if (q === '') setFound(null)
    if (q === '' || (isCurrent && attempt === 0)) return
    const request = new AbortController()
    const timer = setTimeout(() => {
      run(q, request.signal).then(
        (result) => {
          if (request.signal.aborted) return
          setFound({ q, result })
          setAttempt(0)
        },
        (cause) => request.signal.aborted || setFailure({ cause }),
      )
    }, debounceMs)
    return () => {
      request.abort()
      clearTimeout(timer)
    }
  }, [q, isCurrent, attempt, debounceMs])
  return { found, failure, isCurrent, retry: () => setAttempt(attempt + 1) }
}
