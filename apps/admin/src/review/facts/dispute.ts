import type { ReviewedDispute } from '@salama/domain/review-subjects/contract'
import { coordinates, type Fact, fact, type Say } from './fact.ts'

/** Everything that is known of a disputed incident. */
export function disputeFacts(incident: ReviewedDispute, say: Say): Fact[] {
  const { t, category, times } = say
  const { votes, vehicle } = incident
  return [
    ...fact(say, 'category', category(incident.category)),
    ...fact(say, 'corroboration', t(`corroboration.${incident.corroboration}`)),
    ...fact(say, 'lifecycle', t(`lifecycle.${incident.lifecycle}`)),
    ...fact(say, 'reports', t('reportsCount', { count: incident.reports })),
    ...(['deny', 'confirm', 'over'] as const).flatMap((vote) =>
      fact(say, vote, t('votes', { all: votes[vote].all, independent: votes[vote].independent })),
    ),
    ...fact(say, 'firstSeenAt', times.moment(incident.firstSeenAt)),
    ...fact(say, 'lastSeenAt', times.moment(incident.lastSeenAt)),
    ...fact(say, 'placeName', incident.placeName),
    ...fact(say, 'place', coordinates(incident.place)),
    ...fact(say, 'vehicle', vehicle?.plate),
  ]
}
