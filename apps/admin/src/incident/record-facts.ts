'use client'

import { type Fact, fact } from '@/review/facts/fact.ts'
import { incidentFacts } from '@/review/facts/incident.ts'
import { useSay } from '@/review/facts/index.ts'
import type { IncidentRecord } from './use-record.ts'

/** Everything that is known of an incident, in words, and who may see it. */
export function useRecordFacts() {
  const say = useSay()
  return (record: IncidentRecord): Fact[] => [
    ...incidentFacts({ ...record, reports: record.reports.length }, say),
    ...fact(say, 'visibility', say.t(`visibility.${record.visibility}`)),
  ]
}
