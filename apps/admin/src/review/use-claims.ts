'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import type { claimReviewEntry, getReviewEntry, releaseReviewEntry } from '@salama/domain/reviews/contract'
import { tryCall } from '@salama/http/call'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { useToast } from '@/parts/toasts.tsx'
import { updateQueues } from './use-queue.ts'

/** Claims and releases entries from the list; the result is a toast and shown in the row. */
export function useClaims(showToast: ReturnType<typeof useToast>) {
  const t = useTranslations('review')
  const errors = useTranslations('errors')
  const { clock } = useTimes()
  const client = useQueryClient()

  async function send(entry: ReviewEntry, what: 'claim' | 'release', words: (changed: ReviewEntry) => string) {
    const params = { id: entry.id }
    const changed = await tryCall<typeof claimReviewEntry | typeof releaseReviewEntry>(
      `POST /api/review-queue/{id}/${what}`,
      { params },
    )
    if (changed.ok) {
      updateQueues(client, changed.reply)
      showToast('done', words(changed.reply))
    } else {
      showToast('warn', errors(changed.problem.code))
      const fresh = await tryCall<typeof getReviewEntry>('GET /api/review-queue/{id}', { params })
      if (fresh.ok) updateQueues(client, fresh.reply)
    }
  }
  return {
    claim: (entry: ReviewEntry) =>
      void send(entry, 'claim', ({ claimedUntil }) => t('claimed', { time: claimedUntil ? clock(claimedUntil) : '' })),
    release: (entry: ReviewEntry) => void send(entry, 'release', () => t('released')),
  }
}
