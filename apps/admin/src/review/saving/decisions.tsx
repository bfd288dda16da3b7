import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { submitReviewDecision } from '@salama/domain/reviews/decisions-contract'
import { tryCall } from '@salama/http/call'
import { tabStore } from '@salama/http/device-storage'
import { useRouter } from '@salama/ui/i18n/navigation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useToast } from '@/parts/toasts.tsx'
import { clearDraft } from '../draft.ts'
import { entryPath } from '../use-desk-url.ts'
import { entryQuery } from '../use-entry.ts'
import { updateQueues } from '../use-queue.ts'
import { DecisionContext, useDecisionQueue } from './decision-context.ts'
import { DecisionQueue, type Failed, type Unsaved } from './decision-queue.ts'

/** The way back to an entry whose decision failed or was taken back: its form, with what was typed. */
export const formPath = ({ entryId, filter, decision }: Unsaved) =>
  entryPath(entryId, filter, { do: decision.decision })
const undoPath = ({ entryId, filter }: Unsaved) => entryPath(entryId, filter, { do: 'undo' })

/**
 * Saves review decisions in the background, on any page. `account`: the only one that may make them (as-account.ts).
 */
export function Decisions({ account, children }: { account: string; children: ReactNode }) {
  const t = useTranslations('saving')
  const errors = useTranslations('errors')
  const client = useQueryClient()
  const router = useRouter()
  const showToast = useToast()

  const onSaved = useEffectEvent((saved: Unsaved, entry: ReviewEntry) => {
    clearDraft(saved.entryId, saved.decision.decision)
    client.setQueryData(entryQuery(entry.id).queryKey, (old) => old && { ...old, ...entry })
    updateQueues(client, entry)
    showToast('done', t(`done.${saved.decision.decision}`), { label: t('undo'), href: undoPath(saved) })
    if (saved.isUndone) router.push(undoPath(saved))
  })
  const onFailed = useEffectEvent(async (failed: Failed) => {
    showToast('warn', t('failedOne', { kind: t(`kind.${failed.kind}`), why: errors(failed.problem.code) }), {
      label: t('open'),
      href: formPath(failed),
    })
    // What it is now is shown beside what the reviewer saw.
    const fresh = await client.fetchQuery({ ...entryQuery(failed.entryId), staleTime: 0 }).catch(() => null)
    if (fresh) updateQueues(client, fresh)
  })
  const [queue] = useState(
    () =>
      new DecisionQueue({
        send: ({ entryId, version, decision }) =>
          tryCall<typeof submitReviewDecision>('POST /api/review', {
            body: { entryId, version, ...decision },
            names: entryId,
            account,
          }),
        onSaved: (saved, entry) => onSaved(saved, entry),
        onFailed: (failed) => void onFailed(failed),
        storage: tabStore,
        key: `review-unsaved.${account}`,
      }),
  )
  useEffect(() => {
    queue.restore()
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.getState().unsaved.length > 0) event.preventDefault()
    }
    // Back from signing in elsewhere, or online again.
    const retry = () => document.visibilityState === 'visible' && queue.retry()
    window.addEventListener('beforeunload', warn)
    window.addEventListener('online', retry)
    document.addEventListener('visibilitychange', retry)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', retry)
    }
  }, [queue])
  return <DecisionContext value={queue}>{children}</DecisionContext>
}

export function useDecisions() {
  const queue = useDecisionQueue()
  return useMemo(
    () => ({
      add: queue.add.bind(queue),
      retry: queue.retry.bind(queue),
      /** Gives up a decision that failed, and what was typed for it. */
      discard: ({ entryId, decision }: Failed) => {
        queue.dismiss(entryId)
        clearDraft(entryId, decision.decision)
      },
      /** Takes back the last decision. Returns where that goes on; null when it follows once the decision is saved. */
      undoLast: (): string | null => {
        const { unsaved, lastSaved } = queue.getState()
        const last = unsaved.at(-1)
        if (last) return queue.undo(last.entryId) === 'removed' ? formPath(last) : null
        return lastSaved && undoPath(lastSaved)
      },
    }),
    [queue],
  )
}
