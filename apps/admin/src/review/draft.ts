import type { ReviewDecision } from '@salama/domain/review-entries/contract'
import { tabStore } from '@salama/http/device-storage'
import { useEffect, useState } from 'react'

/** The input of a decision that is not saved. */
export type Draft = { reasonCode: string; note: string; edits: Record<string, unknown>; duplicateOf: string }

const EMPTY: Draft = { reasonCode: '', note: '', edits: {}, duplicateOf: '' }
const keyOf = (entryId: string, decision: ReviewDecision) => `review-draft.${entryId}.${decision}`

function isDraft(value: unknown): value is Draft {
  const { reasonCode, note, edits, duplicateOf } = Object(value)
  const isComplete = [reasonCode, note, duplicateOf].every((text) => typeof text === 'string')
  return isComplete && typeof edits === 'object' && edits !== null
}

function read(key: string): Draft {
  try {
    const stored: unknown = JSON.parse(tabStore.getItem(key) ?? '')
    return isDraft(stored) ? stored : EMPTY
  } catch {
    return EMPTY // nothing stored, or storage is unavailable
  }
}

/**
 * Keeps the input for entries in session storage until the decision is saved: for a reload, a lost session, a conflict.
 */
export function useDraft(entryId: string, decision: ReviewDecision) {
  const key = keyOf(entryId, decision)
  const [draft, setDraft] = useState(() => read(key))
  useEffect(() => {
    if (draft !== EMPTY) tabStore.setItem(key, JSON.stringify(draft)) // else the input is only in the form
  }, [key, draft])
  return { draft, change: (part: Partial<Draft>) => setDraft((old) => ({ ...old, ...part })) }
}

export function clearDraft(entryId: string, decision: ReviewDecision): void {
  tabStore.removeItem(keyOf(entryId, decision))
}
