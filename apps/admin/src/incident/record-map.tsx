'use client'

import { incidentWords, oneLine } from '@salama/ui/incidents/words.ts'
import type { MapIncident } from '@salama/ui/map/map-view.tsx'
import { useTranslations } from 'next-intl'
import { ContextMap } from '@/review/context/context-map.tsx'
import { useIncidentMark } from '@/review/context/subject-map.tsx'
import { useAround } from './use-around.ts'
import type { IncidentRecord } from './use-record.ts'

/** Where an incident is, and the others of its kind that it could be merged with. The list of those is in that dialog. */
export function RecordMap({ record }: { record: IncidentRecord }) {
  const say = useTranslations('incidents')
  const category = useTranslations('categories')
  const mark = useIncidentMark()
  const { others, asOf } = useAround(record, record.can.merge)
  const own = mark({ ...record, reports: record.reports.length, distanceM: 0 })
  const around = others?.map(
    (other): MapIncident => ({
      ...other,
      label: oneLine(incidentWords(other, Date.parse(asOf ?? other.lastSeenAt), say, category)),
    }),
  )
  return <ContextMap place={record.place} incidents={[own, ...(around ?? [])]} />
}
