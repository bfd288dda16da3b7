'use client'

import type { ReviewEntry } from '@salama/domain/review-entries/contract'
import { ask, problemIn } from '@salama/ui/ask.ts'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { useTell } from '@/parts/toasts.tsx'
import { updateQueues } from './use-queue.ts'

/** Claiming and giving back from the list; what came of it is told and shown in the line. */
export function useClaims(tell: ReturnType<typeof useTell>) {
  const t = useTranslations('review')
  const errors = useTranslations('errors')
  const { clock } = useTimes()
  const client = useQueryClient()

  async function send(entry: ReviewEntry, what: 'claim' | 'release', words: (changed: ReviewEntry) => string) {
    try {
      const changed = await ask<ReviewEntry>(`/api/review-queue/${entry.id}/${what}`, { method: 'POST' })
      updateQueues(client, changed)
      tell('done', words(changed))
    } catch (error) {
      tell('warn', errors(problemIn(error).code))
      const fresh = await ask<ReviewEntry>(`/api/review-queue/${entry.id}`).catch(() => null)
      if (fresh) updateQueues(client, fresh)
    }
  }
  return {
    claim: (entry: ReviewEntry) =>
      void send(entry, 'claim', ({ claimedUntil }) => t('claimed', { time: claimedUntil ? clock(claimedUntil) : '' })),
    release: (entry: ReviewEntry) => void send(entry, 'release', () => t('released')),
  }
}
