'use client'

import type {
  IncidentBeside,
  ReviewedCollectionEntry,
  ReviewedDispute,
  ReviewedReport,
} from '@salama/domain/review-subjects/contract'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import { useTranslations } from 'next-intl'
import { ContextMap } from './context-map.tsx'
import { useIncidentWords } from './nearby-incidents.tsx'

type Subject = ReviewedReport | ReviewedDispute | ReviewedCollectionEntry

/** Where a subject is said to have been, and the incidents around it. None where nobody said it. */
export function SubjectMap({ subject }: { subject: Subject }) {
  const t = useTranslations('review')
  const mark = useIncidentMark()
  if (subject.place === null) return null
  const pin = subject.kind === 'dispute' ? undefined : t(`pin.${subject.kind}`)
  return <ContextMap place={subject.place} pin={pin} incidents={aroundOf(subject).map(mark)} />
}

function aroundOf(subject: Subject): readonly IncidentBeside[] {
  switch (subject.kind) {
    case 'report':
      return [...(subject.incident ? [subject.incident] : []), ...subject.nearby]
    case 'dispute':
      return [subject, ...subject.nearby]
    case 'collection_entry':
      return []
  }
}

/** An incident as reviewers see it, as a mark on the map. */
export function useIncidentMark() {
  const words = useIncidentWords()
  return (incident: IncidentBeside): MapIncident => {
    const { id, category, corroboration, visibility, place } = incident
    const { what, facts } = words(incident)
    return {
      id,
      category,
      // On the map only how sure one is matters: what was refuted is as hollow as what is in doubt.
      corroboration: corroboration === 'refuted' ? 'disputed' : corroboration,
      precision: visibility === 'coarse' ? 'coarse' : 'point',
      place,
      label: [what, ...facts].join('. '),
    }
  }
}
