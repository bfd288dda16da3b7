'use client'

import { useTranslations } from 'next-intl'

const EVENTS = [
  'received',
  'accepted',
  'linked',
  'in_review',
  'held',
  'needs_info',
  'rejected',
  'duplicate',
  'withdrawn',
  'purged',
  'counted',
  'submitted',
  'approved',
  'changes_requested',
  'replaced',
  'opened',
  'joined',
  'left',
  'unverified',
  'corroborated',
  'verified',
  'disputed',
  'refuted',
  'resolved',
  'expired',
  'archived',
  'merged',
  'split',
  'retracted',
] as const

/** What happened to a report, a rating, a field entry or an incident, in words; what is newer than this console as its code. */
export function useEventWords() {
  const t = useTranslations('review')
  return (code: string) => {
    const known = EVENTS.find((event) => event === code)
    return known ? t(`event.${known}`) : code
  }
}
