'use client'

import type { search } from '@salama/domain/search/contract'
import type { ReplyOf } from '@salama/domain/shared'
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
      const answer = await ask(q, question.signal)
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

async function ask(q: string, signal: AbortSignal): Promise<Trouble | readonly Hit[]> {
  const headers = { accept: 'application/json' }
  const response = await fetch(`/api/search?${new URLSearchParams({ q })}`, { signal, headers }).catch(() => null)
  if (!response) return navigator.onLine ? 'failed' : 'offline'
  if (response.status === 429) return 'often'
  if (!response.ok) return 'failed'
  const reply: ReplyOf<typeof search> = await response.json() // our own route checked it against the contract
  return reply.data
}
