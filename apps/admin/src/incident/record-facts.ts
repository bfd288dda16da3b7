'use client'

import { coordinates, type Fact, fact } from '@/review/facts/fact.ts'
import { useSay } from '@/review/facts/index.ts'
import type { IncidentRecord } from './use-record.ts'

/** Everything that is known of an incident, in words. */
export function useRecordFacts() {
  const say = useSay()
  const { t, category, times } = say
  return (record: IncidentRecord): Fact[] => [
    ...fact(say, 'category', category(record.category)),
    ...fact(say, 'lifecycle', t(`lifecycle.${record.lifecycle}`)),
    ...fact(say, 'corroboration', t(`corroboration.${record.corroboration}`)),
    ...fact(say, 'visibility', t(`visibility.${record.visibility}`)),
    ...fact(say, 'reports', t('reportsCount', { count: record.reports.length })),
    ...(['deny', 'confirm', 'over'] as const).flatMap((vote) => fact(say, vote, t('votes', record.votes[vote]))),
    ...fact(say, 'placeName', record.placeName),
    ...fact(say, 'place', coordinates(record.place)),
    ...fact(say, 'vehicle', record.vehicle?.plate),
    ...fact(say, 'firstSeenAt', times.moment(record.firstSeenAt)),
    ...fact(say, 'lastSeenAt', times.moment(record.lastSeenAt)),
  ]
}
