import type { ReviewDecision, ReviewEntry } from '@salama/domain/review-entries/contract'
import type { previewReviewDecisions, ReviewPreview, submitReviewDecisions } from '@salama/domain/reviews/bulk-contract'
import { isErrorSlug, MAX_PREVIEWED } from '@salama/domain/shared'
import { type CallRequest, type Problem, tryCall } from '@salama/http/call'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { updateQueues } from './use-queue.ts'

export type BulkDecision = Extract<ReviewDecision, 'approved' | 'rejected' | 'changes_requested' | 'escalated'>
export type BulkDecisionInput = { decision: BulkDecision; reasonCode?: string; note?: string }

/** The result of one entry: done, or the error. */
export type Outcome = 'done' | Problem['code']

type Sent = CallRequest<typeof submitReviewDecisions>

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const outcomeOf = ({ problem }: ReviewPreview): Outcome =>
  problem === null ? 'done' : isErrorSlug(problem) ? problem : 'internal'

const withResults = <T>(
  old: ReadonlyMap<string, T> | null,
  results: readonly ReviewPreview[],
  toValue: (each: ReviewPreview) => T,
) => new Map([...(old ?? []), ...results.map((each) => [each.entryId, toValue(each)] as const)])

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_PREVIEWED) }, (_, n) =>
    all.slice(n * MAX_PREVIEWED, (n + 1) * MAX_PREVIEWED),
  )

/**
 * One decision on several entries: a preview, then the decisions, in parts with progress. A failure is shown and stops
 * no other; a rate limit is waited for. Repeats are safe: they return the first result.
 */
export function useBulk(entries: readonly ReviewEntry[]) {
  const client = useQueryClient()
  const [preview, setPreview] = useState<ReadonlyMap<string, ReviewPreview> | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState<'preview' | 'apply' | 'pause' | null>(null)
  /** How many of the entries were previewed or decided in the current run. */
  const [progress, setProgress] = useState(0)
  const stopped = useRef(false)

  /** The entries that passed the preview and are not done. */
  const open = entries.filter(({ id }) => preview?.get(id)?.problem === null && outcomes.get(id) !== 'done')

  /** Sends one part. Null: done. */
  async function sendPreview(options: Sent): Promise<Problem | null> {
    const result = await tryCall<typeof previewReviewDecisions>('POST /api/review/preview', options)
    if (!result.ok) return result.problem
    setPreview((old) => withResults(old, result.reply.data, (each) => each))
    return null
  }
  async function sendDecisions(options: Sent): Promise<Problem | null> {
    const result = await tryCall<typeof submitReviewDecisions>('POST /api/review/bulk', options)
    if (!result.ok) return result.problem
    setOutcomes((old) => withResults(old, result.reply.data, outcomeOf))
    for (const { entry } of result.reply.data) if (entry) updateQueues(client, entry)
    return null
  }

  /** Sends one part, again after a rate limit. False: it failed or was stopped, and so the run ends. */
  async function send(
    what: 'preview' | 'apply',
    part: readonly ReviewEntry[],
    decision: BulkDecisionInput,
  ): Promise<boolean> {
    const body = { ...decision, entries: part.map(({ id, version }) => ({ entryId: id, version })) }
    while (!stopped.current) {
      setBusy(what)
      const options = { body, names: part.map(({ id }) => id), timeoutMs: 60_000 }
      const sent = await (what === 'preview' ? sendPreview(options) : sendDecisions(options))
      if (sent === null) return true
      if (sent.code !== 'rate_limited') {
        setProblem(sent)
        return false
      }
      setBusy('pause')
      await sleep((sent.retryAfterS ?? 10) * 1000)
    }
    return false
  }

  async function run(what: 'preview' | 'apply', all: readonly ReviewEntry[], decision: BulkDecisionInput) {
    stopped.current = false
    setProblem(null)
    setProgress(0)
    let isComplete = true
    for (const part of inParts(all)) {
      isComplete = await send(what, part, decision)
      if (!isComplete) break
      setProgress((done) => done + part.length)
    }
    setBusy(null)
    return isComplete
  }

  return {
    preview: busy === 'preview' || preview?.size !== entries.length ? null : preview,
    outcomes,
    problem,
    busy,
    progress,
    open,
    loadPreview: async (decision: BulkDecisionInput) => {
      setOutcomes(new Map())
      setPreview(null)
      await run('preview', entries, decision)
    },
    apply: (decision: BulkDecisionInput) => run('apply', open, decision),
    back: () => setPreview(null),
    stop: () => {
      stopped.current = true
    },
  }
}
