import type { ReviewedFeedback } from '@salama/domain/review-subjects/contract'
import { type Fact, fact, type Say } from './fact.ts'
import { flagWords } from './report.ts'

/** Everything that a rating says. */
export function feedbackFacts(feedback: ReviewedFeedback, say: Say): Fact[] {
  const { t, tag: tags, times } = say
  return [
    ...fact(say, 'stars', t('starsOf', { stars: feedback.stars })),
    ...fact(say, 'tags', feedback.tags.map((tag) => tags(tag)).join(', ')),
    ...fact(say, 'vehicle', feedback.vehicle.plate),
    ...fact(say, 'route', feedback.route && `${feedback.route.shortName} ${feedback.route.longName}`),
    ...fact(say, 'rodeAt', times.moment(feedback.rodeAt)),
    ...fact(say, 'receivedAt', times.moment(feedback.receivedAt)),
    ...fact(say, 'comment', feedback.comment, { isText: true }),
    ...fact(say, 'flags', flagWords(feedback.commentFlags, say)),
  ]
}
