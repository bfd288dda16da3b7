'use client'

import type { ReviewDecision } from '@salama/domain/review-entries/contract'
import { useEffect, useState } from 'react'
import { z } from 'zod'

const Draft = z.object({
  reasonCode: z.string(),
  note: z.string(),
  edits: z.record(z.string(), z.unknown()),
  duplicateOf: z.string(),
})

/** What was filled in for a decision and is not sent yet. */
export type Draft = z.output<typeof Draft>

const EMPTY: Draft = { reasonCode: '', note: '', edits: {}, duplicateOf: '' }
const keyOf = (entryId: string, decision: ReviewDecision) => `review-draft.${entryId}.${decision}`

function read(key: string): Draft {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return EMPTY // none yet, or this browser keeps nothing
  }
}

/**
 * Keeps what is filled in until it is sent, for this tab alone and as long as it is open: a page that is loaded anew, an
 * expired session and a conflict lose nothing of it.
 */
export function useDraft(entryId: string, decision: ReviewDecision) {
  const key = keyOf(entryId, decision)
  const [draft, setDraft] = useState(() => read(key))
  useEffect(() => {
    try {
      if (draft === EMPTY) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(draft))
    } catch {
      // Storage is full or not allowed: it is still in the form.
    }
  }, [key, draft])
  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })),
    clear: () => setDraft(EMPTY),
  }
}
