import type { ReviewedReport } from '@salama/domain/review-subjects/contract'
import { coordinates, type Fact, fact, type Say } from './fact.ts'

const FLAGS = ['phone', 'email', 'id_number'] as const

/** What screening found in somebody's words, in words. */
export const flagWords = (flags: readonly string[], { t }: Say) =>
  FLAGS.filter((flag) => flags.includes(flag))
    .map((flag) => t(`flag.${flag}`))
    .join(', ')

/** Everything that a report says. */
export function reportFacts(report: ReviewedReport, say: Say): Fact[] {
  const { t, category, times } = say
  const { place, location, said, vehicle } = report
  const injury = (value: ReviewedReport['injury']) => value && t(`injury.${value}`)
  const where = (at: { lat: number; lng: number; accuracyM: number }) =>
    t('placeWithin', { place: coordinates(at), m: Math.round(at.accuracyM) })
  const was = <T>(value: T | undefined, words: (value: T) => string | null) =>
    value === undefined ? undefined : words(value)
  return [
    ...fact(say, 'category', category(report.category), { was: was(said?.category, (code) => category(code)) }),
    ...fact(say, 'injury', injury(report.injury), { was: was(said?.injury, injury) }),
    ...fact(say, 'occurredAt', times.moment(report.occurredAt)),
    ...fact(say, 'receivedAt', times.moment(report.receivedAt)),
    ...fact(say, 'placeName', report.placeName),
    ...fact(say, 'place', where(place), { was: was(said?.place, where) }),
    ...fact(say, 'corridor', location.corridor?.name),
    ...fact(say, 'vehicle', vehicle && [vehicle.plate, vehicle.fleetName].filter(Boolean).join(' · '), {
      was: was(said?.vehicle, (named) => named?.plate ?? null),
    }),
    ...fact(say, 'visibility', t(`visibility.${report.visibility}`), {
      was: was(said?.visibility, (visibility) => t(`visibility.${visibility}`)),
    }),
    ...fact(say, 'note', report.note, { isText: true }),
    ...fact(say, 'flags', flagWords(report.noteFlags, say)),
    ...fact(say, 'asked', report.asked, { isText: true }),
    ...fact(say, 'answer', report.answer, { isText: true }),
    ...report.additions.flatMap(({ at, words }) =>
      fact(say, 'addition', t('saidAt', { time: times.moment(at), words }), { isText: true, key: `addition ${at}` }),
    ),
    ...fact(say, 'photos', report.photos.length > 0 ? photoWords(report.photos, say) : null),
  ]
}

const photoWords = (photos: ReviewedReport['photos'], { t }: Say) =>
  photos.map(({ state }, index) => t('photoState', { n: index + 1, state: t(`photo.${state}`) })).join(', ')
