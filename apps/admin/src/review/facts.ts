'use client'

import { VEHICLE_CHECKS } from '@salama/domain/collection-entries/contract'
import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type {
  ReviewedCollectionEntry,
  ReviewedDispute,
  ReviewedFeedback,
  ReviewedReport,
} from '@salama/domain/review-subjects/contract'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import type messages from '../../messages/en.json'

type FactName = keyof (typeof messages)['review']['fact']

/**
 * One thing that a subject says, in words. What a page shows of a subject and what it shows as a difference is the same
 * list, so nothing can change unseen. `was` is what was said first, where a reviewer corrected it. `isText`: words of a
 * person.
 */
export type Fact = { key: string; label: string; value: string; was?: string | undefined; isText?: boolean }

/** The translators that facts are told with. */
export type Say = {
  t: ReturnType<typeof useTranslations<'review'>>
  category: ReturnType<typeof useTranslations<'categories'>>
  tag: ReturnType<typeof useTranslations<'tags'>>
  incidents: ReturnType<typeof useTranslations<'incidents'>>
  times: ReturnType<typeof useTimes>
}

/** A fact that has a name of its own in the messages; none where there is nothing to say. */
export function fact(
  { t }: Say,
  name: FactName,
  value: string | null | undefined,
  more: { was?: string | null | undefined; isText?: boolean; key?: string } = {},
): Fact[] {
  const { was, key = name, isText = false } = more
  if ((value === null || value === undefined || value === '') && was === undefined) return []
  return [
    {
      key,
      label: t(`fact.${name}`),
      value: value || t('none'),
      isText,
      ...(was !== undefined && { was: was || t('none') }),
    },
  ]
}

/** A place as it can be compared and read out: five decimals are a metre. */
const coordinates = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

export const useSay = (): Say => ({
  t: useTranslations('review'),
  category: useTranslations('categories'),
  tag: useTranslations('tags'),
  incidents: useTranslations('incidents'),
  times: useTimes(),
})

/** What the subject of an entry says. */
export function subjectFacts({ subject, state, edits }: ReviewEntryDetail, say: Say): Fact[] {
  switch (subject.kind) {
    case 'report':
      return reportFacts(subject, say)
    case 'feedback':
      return feedbackFacts(subject, say)
    case 'collection_entry':
      return collectionEntryFacts(subject, state === 'approved_with_edits' ? edits : null, say)
    case 'dispute':
      return incidentFacts(subject, say)
  }
}

/** What a reviewer would want to know before deciding: the subject, and what colleagues did with the entry. */
export function useAllFacts() {
  const say = useSay()
  const locale = useLocale()
  return (entry: ReviewEntryDetail): Fact[] => {
    const { t } = say
    const reason = entry.reasons.find(({ code }) => code === entry.reasonCode)?.label[locale]
    const who = entry.decidedBy ?? entry.escalatedBy
    return [
      ...fact(say, 'state', t(`state.${entry.state === 'claimed' ? 'pending' : entry.state}`)),
      ...fact(say, 'by', who && (who.displayName ?? who.email ?? t('colleague'))),
      ...fact(say, 'reason', reason),
      ...fact(say, 'siblings', entry.subject.siblings.length.toString()),
      ...subjectFacts(entry, say),
    ]
  }
}

/** What is not the same in two lists of facts, with both values; null where there was or is none. */
export const differencesOf = (before: readonly Fact[], after: readonly Fact[]) =>
  [...new Map([...before, ...after].map(({ key, label }) => [key, label]))].flatMap(([key, label]) => {
    const [was, is] = [before, after].map((list) => list.find((each) => each.key === key)?.value ?? null)
    return was === is ? [] : [{ key, label, was: was ?? null, is: is ?? null }]
  })

const FLAGS = ['phone', 'email', 'id_number'] as const

/** What screening found in somebody's words, in words. */
const flagWords = (flags: readonly string[], { t }: Say) =>
  FLAGS.filter((flag) => flags.includes(flag))
    .map((flag) => t(`flag.${flag}`))
    .join(', ')

/** Everything that a report says. */
function reportFacts(report: ReviewedReport, say: Say): Fact[] {
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

type Facts = ReviewedCollectionEntry['vehicle']

/** What a surveyor said of a vehicle. `edits` are a reviewer's: they hold now, and what was said stands beside them. */
function collectionEntryFacts(entry: ReviewedCollectionEntry, edits: Record<string, unknown> | null, say: Say): Fact[] {
  const { t, times } = say
  const said = vehicleFacts(entry.vehicle, entry, say)
  const held = edits ? vehicleFacts({ ...entry.vehicle, ...edits }, entry, say) : said
  const merged = [...new Map([...said, ...held].map((each) => [each.key, each])).values()].map(
    ({ key, label, value }) => {
      const [before, after] = [said, held].map((list) => list.find((each) => each.key === key)?.value)
      return before === after
        ? { key, label, value }
        : { key, label, value: after ?? t('none'), was: before ?? t('none') }
    },
  )
  return [
    ...merged,
    ...fact(say, 'capturedAt', times.moment(entry.capturedAt)),
    ...fact(say, 'receivedAt', times.moment(entry.receivedAt)),
    ...fact(
      say,
      'place',
      entry.place && t('placeWithin', { place: coordinates(entry.place), m: Math.round(entry.place.accuracyM) }),
    ),
    ...fact(say, 'corridor', entry.location?.corridor?.name),
    ...fact(say, 'assignment', entry.assignment?.title),
    ...fact(say, 'marks', marks(entry, say)),
    ...fact(say, 'note', entry.note, { isText: true }),
    ...fact(say, 'flags', flagWords(entry.noteFlags, say)),
    ...fact(say, 'photos', entry.pictures.length > 0 ? t('photosCount', { count: entry.pictures.length }) : null),
  ]
}

const marks = ({ plateUnusual, late, contested, seenBefore }: ReviewedCollectionEntry, { t }: Say) =>
  [
    plateUnusual && t('mark.plateUnusual'),
    late && t('mark.late'),
    contested && t('mark.contested'),
    seenBefore && t('mark.seenBefore'),
  ]
    .filter(Boolean)
    .join(' ')

function vehicleFacts(facts: Facts, entry: ReviewedCollectionEntry, say: Say): Fact[] {
  const { t } = say
  const { sacco, sticker, checks, routeIds } = facts
  return [
    ...fact(say, 'plate', facts.plate),
    ...fact(say, 'fleetName', facts.fleetName),
    ...fact(say, 'sacco', sacco && ('name' in sacco ? sacco.name : (entry.saccoTold?.name ?? sacco.id))),
    ...fact(
      say,
      'routes',
      routeIds?.map((id) => entry.routesTold.find((route) => route.id === id)?.shortName ?? id).join(', '),
    ),
    ...fact(say, 'capacity', facts.capacity?.toString()),
    ...fact(say, 'sticker', sticker && [t(`sticker.${sticker.status}`), sticker.code].filter(Boolean).join(' · ')),
    ...fact(say, 'checks', checks && checkWords(checks, say)),
  ]
}

const CHECKED = ['faulty', 'missing', 'ok', 'not_checked'] as const

/** What is wrong first: "Faulty: tyres, lights. Missing: …". */
const checkWords = (checks: NonNullable<Facts['checks']>, { t }: Say) =>
  CHECKED.flatMap((finding) => {
    const things = VEHICLE_CHECKS.filter((name) => checks[name] === finding)
    if (things.length === 0) return []
    return [`${t(`finding.${finding}`)}: ${things.map((name) => t(`check.${name}`)).join(', ')}`]
  }).join('. ')

/** Everything that a rating says. */
function feedbackFacts(feedback: ReviewedFeedback, say: Say): Fact[] {
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
