import type { ReviewBatch, ReviewDecision, ReviewEntry } from '@salama/domain/review-entries/contract'
import type { previewReviewDecisions, ReviewPreview, submitReviewDecisions } from '@salama/domain/reviews/bulk-contract'
import { type CallResult, type Problem, tryCall } from '@salama/http/call'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateQueues } from './use-queue.ts'

export type BulkDecision = Extract<ReviewDecision, 'approved' | 'rejected' | 'changes_requested' | 'escalated'>
export type BulkDecisionInput = { decision: BulkDecision; reasonCode?: string; note?: string }

/**
 * One decision on several entries of one kind: a preview, then the decision, each in one request. Repeats are safe: they
 * return the first result.
 */
export function useBulk(entries: readonly ReviewEntry[]) {
  const client = useQueryClient()
  const [preview, setPreview] = useState<ReadonlyMap<string, ReviewPreview> | null>(null)
  const [batch, setBatch] = useState<ReviewBatch | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const isOpen = ({ id }: ReviewEntry) => preview?.get(id)?.problem === null

  /** Sends one request; null where it failed. */
  async function send<T>(request: () => Promise<CallResult<T>>) {
    setProblem(null)
    setBusy(true)
    const result = await request()
    setBusy(false)
    if (result.ok) return result.reply
    setProblem(result.problem)
    return null
  }
  const optionsOf = (all: readonly ReviewEntry[], decision: BulkDecisionInput) => ({
    body: { ...decision, entries: all.map(({ id, version }) => ({ entryId: id, version })) },
    names: all.map(({ id }) => id),
    timeoutMs: 60_000,
  })
  const show = (results: readonly ReviewPreview[]) =>
    setPreview((old) => new Map([...(old ?? []), ...results.map((each) => [each.entryId, each] as const)]))

  return {
    preview,
    /** The decision that was made; null before it. */
    batch,
    setBatch,
    hasChanged: batch !== null,
    problem,
    busy,
    /** How many entries passed the preview. */
    open: entries.filter(isOpen).length,
    loadPreview: async (decision: BulkDecisionInput) => {
      const reply = await send(() =>
        tryCall<typeof previewReviewDecisions>('POST /api/review/preview', optionsOf(entries, decision)),
      )
      if (reply) show(reply.data)
    },
    apply: async (decision: BulkDecisionInput) => {
      const reply = await send(() =>
        tryCall<typeof submitReviewDecisions>('POST /api/review/bulk', optionsOf(entries.filter(isOpen), decision)),
      )
      if (!reply) return
      show(reply.data)
      setBatch(reply.batch)
      for (const { entry } of reply.data) if (entry) updateQueues(client, entry)
    },
    back: () => setPreview(null),
  }
}
