'use client'

import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import { useTranslations } from 'next-intl'
import { AuthorRecord } from './author-record.tsx'
import { History } from './history.tsx'
import { KnownVehicle } from './known-vehicle.tsx'
import { NearbyIncidents } from './nearby-incidents.tsx'
import { Siblings } from './siblings.tsx'
import { SubjectMap } from './subject-map.tsx'

/** What a subject should be read beside. */
export function Context({ entry }: { entry: ReviewEntryDetail }) {
  const t = useTranslations('review')
  const { subject } = entry
  return (
    <aside aria-label={t('context')} className="flex flex-col gap-6">
      {subject.kind !== 'feedback' && <SubjectMap subject={subject} />}
      {subject.kind === 'collection_entry' && <KnownVehicle subject={subject} reasons={entry.reasons} />}
      {subject.author && <AuthorRecord author={subject.author} />}
      <Siblings subject={subject} />
      {(subject.kind === 'report' || subject.kind === 'dispute') && <NearbyIncidents subject={subject} />}
      <History entry={entry} />
    </aside>
  )
}
