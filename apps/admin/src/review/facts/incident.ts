import type { ReviewedDispute } from '@salama/domain/review-subjects/contract'
import { coordinates, type Fact, fact, type Say } from './fact.ts'

type Incident = Pick<
  ReviewedDispute,
  | 'category'
  | 'corroboration'
  | 'lifecycle'
  | 'reports'
  | 'votes'
  | 'firstSeenAt'
  | 'lastSeenAt'
  | 'placeName'
  | 'place'
> & { vehicle: { plate: string } | null }

/** Everything that is known of an incident, in dispute or not. */
export function incidentFacts(incident: Incident, say: Say): Fact[] {
  const { t, category, times } = say
  return [
    ...fact(say, 'category', category(incident.category)),
    ...fact(say, 'corroboration', t(`corroboration.${incident.corroboration}`)),
    ...fact(say, 'lifecycle', t(`lifecycle.${incident.lifecycle}`)),
    ...fact(say, 'reports', t('reportsCount', { count: incident.reports })),
    ...(['deny', 'confirm', 'over'] as const).flatMap((vote) => fact(say, vote, t('votes', incident.votes[vote]))),
    ...fact(say, 'firstSeenAt', times.moment(incident.firstSeenAt)),
    ...fact(say, 'lastSeenAt', times.moment(incident.lastSeenAt)),
    ...fact(say, 'placeName', incident.placeName),
    ...fact(say, 'place', coordinates(incident.place)),
    ...fact(say, 'vehicle', incident.vehicle?.plate),
  ]
}
