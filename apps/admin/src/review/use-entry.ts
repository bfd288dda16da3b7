import type { ReviewEntry, ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type {
  assignReviewEntry,
  claimReviewEntry,
  getReviewEntry,
  releaseReviewEntry,
  reopenReviewEntry,
  watchReviewEntry,
} from '@salama/domain/reviews/contract'
import type {
  agreeToReviewReversal,
  askReviewReversal,
  submitReviewDecision,
  undoReviewDecision,
  withdrawReviewReversal,
} from '@salama/domain/reviews/decisions-contract'
import { type CallRequest, call, type Problem, problemIn } from '@salama/http/call'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Failed } from './saving/decision-queue.ts'
import { invalidateQueues, updateQueues } from './use-queue.ts'

/** A reviewer's input for an entry and its version. */
export type Decision = Omit<CallRequest<typeof submitReviewDecision>['body'], 'entryId' | 'version'>

/** How often an open entry is checked, so that a reviewer notices changes and colleagues before deciding. */
const WATCH_MS = 15_000

/** Whoever skims the list opens many entries for a moment. Colleagues are not told, and the server is spared. */
const SKIMMED_MS = 1_000

export const ENTRY_KEY = 'review-entry'

/** One entry in full, for showing and for prefetching it. */
export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [ENTRY_KEY, id],
    queryFn: ({ signal }) => call<typeof getReviewEntry>('GET /api/review-queue/{id}', { params: { id }, signal }),
    staleTime: 10_000,
  })

/**
 * One entry: as `shown` to the reviewer, which a decision refers to, and as it is `now`. When the versions differ the
 * page shows the difference, and the reviewer confirms it. After a decision that `failed` it is shown as it was then.
 */
export function useEntry(initial: ReviewEntryDetail, failed: Failed | undefined) {
  const client = useQueryClient()
  const params = { id: initial.id }
  const options = entryQuery(initial.id)
  const [shown, setShown] = useState(failed?.shown ?? initial)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(failed?.problem ?? null)
  const { data: now, refetch } = useQuery({
    ...options,
    initialData: initial,
  })
  const [isRead, setIsRead] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsRead(true), SKIMMED_MS)
    return () => clearTimeout(timer)
  }, [])
  // Says to colleagues that it is open here, and learns what they do.
  useQuery({
    enabled: isRead,
    queryKey: ['watch', initial.id],
    queryFn: async ({ signal }) => {
      const entry = await call<typeof watchReviewEntry>('POST /api/review-queue/{id}/watch', { params, signal })
      if (entry.version !== client.getQueryData(options.queryKey)?.version) await refetch()
      else client.setQueryData(options.queryKey, (old) => old && { ...old, ...entry })
      return entry.version
    },
    refetchInterval: WATCH_MS,
    gcTime: 0,
  })
  const hasChanged = now.version !== shown.version

  const learn = (entry: ReviewEntry) => {
    client.setQueryData(options.queryKey, (old) => old && { ...old, ...entry })
    setShown((old) => ({ ...old, ...entry }))
    updateQueues(client, entry)
  }

  /** Sends an action; null on failure, and then `problem` has the reason and `now` is fresh. */
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
    // Claims and releases by others do not change the content.
    shown: hasChanged ? { ...shown, ...claimOf(now) } : now,
    now,
    hasChanged,
    seen: () => {
      setShown(now)
      setProblem(null)
    },
    busy,
    problem,
    /** Clears an error when another action starts. */
    forget: () => setProblem(null),
    claim: () => send(call<typeof claimReviewEntry>('POST /api/review-queue/{id}/claim', { params })),
    release: () => send(call<typeof releaseReviewEntry>('POST /api/review-queue/{id}/release', { params })),
    /** Undoes the decision; throws when it is rejected. */
    undo: async (reason: string) => {
      const body = { version: shown.version, reason }
      learn(await call<typeof undoReviewDecision>('POST /api/review-queue/{id}/undo', { params, body }))
      invalidateQueues(client)
      await refetch() // the subject and its history have changed
    },
    /** Asks a colleague to agree to a reversal; throws when it is rejected. */
    askReversal: async (reason: string) => {
      const body = { version: shown.version, reason }
      learn(await call<typeof askReviewReversal>('POST /api/review-queue/{id}/reversal', { params, body }))
      await refetch()
    },
    withdrawReversal: async () => {
      await send(call<typeof withdrawReviewReversal>('DELETE /api/review-queue/{id}/reversal', { params }))
      await refetch()
    },
    /** Agrees to what a colleague asked for; throws when it is rejected. */
    agreeToReversal: async (reason: string) => {
      const body = { version: shown.version, reason }
      learn(
        await call<typeof agreeToReviewReversal>('POST /api/review-queue/{id}/reversal/agreement', { params, body }),
      )
      invalidateQueues(client)
      await refetch()
    },
    /** Other entries have changed with it. */
    reload: async () => {
      invalidateQueues(client)
      const { data } = await refetch()
      if (data) setShown(data)
    },
    assign: (to: string | null) =>
      send(call<typeof assignReviewEntry>('PUT /api/review-queue/{id}/assignee', { params, body: { to } })),
    /** Brings it back as a new entry, which is returned; throws when it is rejected. */
    reopen: async (reason: string) => {
      const made = await call<typeof reopenReviewEntry>('POST /api/review-queue/{id}/reopen', {
        params,
        body: { reason },
        names: shown.subjectId,
      })
      invalidateQueues(client)
      await refetch()
      return made
    },
  }
}

const claimOf = ({ claimedBy, claimedByYou, claimedUntil, viewers }: ReviewEntryDetail) => ({
  viewers,
  claimedBy,
  claimedByYou,
  claimedUntil,
})

export type Entry = ReturnType<typeof useEntry>
