'use client'

import type { search } from '@salama/domain/search/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { ask, problemIn } from '@salama/ui/ask.ts'
import { useEffect, useState } from 'react'
import type { Hit } from './hits.tsx'

export type Found = { q: string; hits: readonly Hit[] }
type Trouble = 'offline' | 'failed' | 'often'

const PAUSE_MS = 250

/** Asks while somebody types, after a pause; an answer to an older question is dropped. Starts from the page's own. */
export function useLiveSearch(q: string, initial: Found | null) {
  const [found, setFound] = useState(initial)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [attempt, setAttempt] = useState(0)
  const isFound = found?.q === q
  useEffect(() => {
    setTrouble(null)
    if (q === '' || (isFound && attempt === 0)) return
    const question = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await find(q, question.signal)
      if (question.signal.aborted) return
      if (typeof answer === 'string') return setTrouble(answer)
      setFound({ q, hits: answer })
      setAttempt(0)
    }, PAUSE_MS)
    return () => {
      question.abort()
      clearTimeout(timer)
    }
  }, [q, isFound, attempt])
  return { found, trouble, isFound, again: () => setAttempt(attempt + 1) }
}

async function find(q: string, signal: AbortSignal): Promise<Trouble | readonly Hit[]> {
  try {
    return (await ask<ReplyOf<typeof search>>(`/api/search?${new URLSearchParams({ q })}`, { signal })).data
  } catch (error) {
    const { code } = problemIn(error)
    if (code === 'network') return navigator.onLine ? 'failed' : 'offline'
    return code === 'rate_limited' ? 'often' : 'failed'
  }
}
