'use client'

import type { ReviewEntry, ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type {
  claimReviewEntry,
  getReviewEntry,
  releaseReviewEntry,
  submitReviewDecision,
  undoReviewDecision,
} from '@salama/domain/reviews/contract'
import { type CallRequest, call, type Problem, problemIn } from '@salama/http/call'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateQueues, updateQueues } from './use-queue.ts'

/** What a reviewer says of an entry, beside which entry and version. */
export type Decision = Omit<CallRequest<typeof submitReviewDecision>['body'], 'entryId' | 'version'>

/** An open entry is looked at again so often, so that a reviewer does not decide on what has changed meanwhile. */
const AGAIN_MS = 30_000

/**
 * One entry: as it was `shown` to the reviewer, which is what a decision is about, and as it is `now`. Where the two have
 * different versions the page shows the difference, and the reviewer says that they have seen it.
 */
export function useEntry(initial: ReviewEntryDetail) {
  const client = useQueryClient()
  const params = { id: initial.id }
  const key = ['review-entry', initial.id]
  const [shown, setShown] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { data: now, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call<typeof getReviewEntry>('GET /api/review-queue/{id}', { params, signal }),
    initialData: initial,
    staleTime: AGAIN_MS,
    gcTime: 0, // the page that is opened next comes with what is so then
    refetchInterval: ({ state }) => (state.data?.decidedAt === null ? AGAIN_MS : false),
  })
  const hasChanged = now.version !== shown.version

  const learn = (entry: ReviewEntry) => {
    client.setQueryData<ReviewEntryDetail>(key, (old) => old && { ...old, ...entry })
    setShown((old) => ({ ...old, ...entry }))
    updateQueues(client, entry)
  }

  /** Sends something; null when it did not work, and then `problem` says why and `now` is fresh. */
  async function send(calling: Promise<ReviewEntry>): Promise<ReviewEntry | null> {
    setBusy(true)
    setProblem(null)
    try {
      const entry = await calling
      learn(entry)
      return entry
    } catch (error) {
      setProblem(problemIn(error))
      await refetch()
      return null
    } finally {
      setBusy(false)
    }
  }

  return {
    // What others do about it (claim it, give it back) is no change of what there is to see.
    shown: hasChanged ? { ...shown, ...claimOf(now) } : now,
    now,
    hasChanged,
    seen: () => {
      setShown(now)
      setProblem(null)
    },
    busy,
    problem,
    /** What went wrong with one thing is not said beside the next. */
    forget: () => setProblem(null),
    claim: () => send(call<typeof claimReviewEntry>('POST /api/review-queue/{id}/claim', { params })),
    release: () => send(call<typeof releaseReviewEntry>('POST /api/review-queue/{id}/release', { params })),
    /** Puts the entry back as it was before its decision; what refuses it is thrown. */
    undo: async (reason: string) => {
      const body = { version: shown.version, reason }
      learn(await call<typeof undoReviewDecision>('POST /api/review-queue/{id}/undo', { params, body }))
      invalidateQueues(client)
      await refetch() // its subject and its history are not what they were
    },
    decide: (decisionInput: Decision) => {
      const body = { entryId: initial.id, version: shown.version, ...decisionInput }
      return send(call<typeof submitReviewDecision>('POST /api/review', { body }))
    },
  }
}

const claimOf = ({ claimedBy, claimedByYou, claimedUntil }: ReviewEntryDetail) => ({
  claimedBy,
  claimedByYou,
  claimedUntil,
})

export type Entry = ReturnType<typeof useEntry>
