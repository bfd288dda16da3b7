'use client'

import type { ReviewDecision, ReviewEntry } from '@salama/domain/review-entries/contract'
import type { previewReviewDecisions, ReviewPreview, submitReviewDecision } from '@salama/domain/reviews/contract'
import { call, type Problem, problemIn, tryCall } from '@salama/http/call'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { updateQueues } from './use-queue.ts'

export type BulkDecision = Extract<ReviewDecision, 'approved' | 'rejected' | 'changes_requested' | 'escalated'>
export type BulkDecisionInput = { decision: BulkDecision; reasonCode?: string; note?: string }

/** The status of one entry: not started, in progress, done, or the error. */
export type Outcome = 'waiting' | 'sending' | 'done' | Problem['code']

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * One decision on several entries: first a preview, then one request each. A failure is shown and does not stop the
 * others; a rate limit is retried when it resets. A lost response is safe, because a repeated decision returns its
 * first result.
 */
export function useBulk(entries: readonly ReviewEntry[]) {
  const client = useQueryClient()
  const [preview, setPreview] = useState<ReadonlyMap<string, ReviewPreview> | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState<'preview' | 'apply' | 'pause' | null>(null)
  const stopped = useRef(false)

  async function loadPreview(decisionInput: BulkDecisionInput) {
    setBusy('preview')
    setProblem(null)
    setOutcomes(new Map())
    try {
      const body = { ...decisionInput, entries: entries.map(({ id, version }) => ({ entryId: id, version })) }
      const { data } = await call<typeof previewReviewDecisions>('POST /api/review/preview', { body })
      setPreview(new Map(data.map((each) => [each.entryId, each])))
    } catch (error) {
      setProblem(problemIn(error))
    } finally {
      setBusy(null)
    }
  }

  /** The entries that passed the preview and are not done. */
  const open = entries.filter(({ id }) => preview?.get(id)?.problem === null && outcomes.get(id) !== 'done')

  async function apply(decisionInput: BulkDecisionInput) {
    stopped.current = false
    setBusy('apply')
    const note = (id: string, outcome: Outcome) => setOutcomes((old) => new Map(old).set(id, outcome))
    for (const { id, version } of open) {
      while (!stopped.current) {
        note(id, 'sending')
        const body = { entryId: id, version, ...decisionInput }
        const result = await tryCall<typeof submitReviewDecision>('POST /api/review', { body })
        if (result.ok) updateQueues(client, result.reply)
        if (result.ok || result.problem.code !== 'rate_limited') {
          note(id, result.ok ? 'done' : result.problem.code)
          break
        }
        note(id, 'waiting')
        setBusy('pause')
        await sleep((result.problem.retryAfterS ?? 10) * 1000)
        setBusy('apply')
      }
    }
    setBusy(null)
  }

  return {
    preview,
    outcomes,
    problem,
    busy,
    open,
    loadPreview,
    apply,
    back: () => setPreview(null),
    stop: () => {
      stopped.current = true
    },
  }
}
