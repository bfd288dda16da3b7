import type { ReviewEntryDetail } from '@salama/domain/review-entries/contract'
import type {
  ReviewedCollectionEntry,
  ReviewedDispute,
  ReviewedFeedback,
  ReviewedReport,
} from '@salama/domain/review-subjects/contract'
import { VEHICLE_CHECKS } from '@salama/domain/shared'
import { useTimes } from '@salama/ui/i18n/use-times.ts'
import { useLocale, useTranslations } from 'next-intl'
import { labelIn } from '@/parts/label-in.ts'
import type messages from '../../messages/en.json'
import { personName } from './marks.tsx'

type FactName = keyof (typeof messages)['review']['fact']

/** A fact of a subject; page and difference share the list. `was`: before a correction. `isText`: a person's words. `vehicleId`: whose page the plate leads to. */
export type Fact = {
  key: string
  label: string
  value: string
  was?: string | undefined
  isText?: boolean
  vehicleId?: string | undefined
}

type Formatters = {
  t: ReturnType<typeof useTranslations<'review'>>
  category: ReturnType<typeof useTranslations<'categories'>>
  tag: ReturnType<typeof useTranslations<'tags'>>
  incidents: ReturnType<typeof useTranslations<'incidents'>>
  times: ReturnType<typeof useTimes>
}

/** A fact with its own message; none without a value. */
export function fact(
  { t }: Formatters,
  name: FactName,
  value: string | null | undefined,
  more: { was?: string | null | undefined; isText?: boolean; key?: string; vehicleId?: string | null | undefined } = {},
): Fact[] {
  const { was, key = name, isText = false } = more
  if ((value === null || value === undefined || value === '') && was === undefined) return []
  return [
    {
      key,
      label: t(`fact.${name}`),
      value: value || t('none'),
      isText,
      ...(more.vehicleId && { vehicleId: more.vehicleId }),
      ...(was !== undefined && { was: was || t('none') }),
    },
  ]
}

/** A place as comparable text: five decimals are about a metre. */
const coordinates = ({ lat, lng }: { lat: number; lng: number }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`

const placeWords = (at: { lat: number; lng: number; accuracyM: number }, { t }: Formatters) =>
  t('placeWithin', { place: coordinates(at), m: Math.round(at.accuracyM) })

export const useFormatters = (): Formatters => ({
  t: useTranslations('review'),
  category: useTranslations('categories'),
  tag: useTranslations('tags'),
  incidents: useTranslations('incidents'),
  times: useTimes(),
})

export function subjectFacts({ subject, state, edits }: ReviewEntryDetail, format: Formatters): Fact[] {
  switch (subject.kind) {
    case 'report':
      return reportFacts(subject, format)
    case 'feedback':
      return feedbackFacts(subject, format)
    case 'collection_entry':
      return collectionEntryFacts(subject, state === 'approved_with_edits' ? edits : null, format)
    case 'dispute':
      return incidentFacts(subject, format)
  }
}

/** Everything relevant to a decision: the subject, and colleagues' actions on the entry. */
export function useAllFacts() {
  const format = useFormatters()
  const locale = useLocale()
  return (entry: ReviewEntryDetail): Fact[] => {
    const { t } = format
    const reason = labelIn(entry.reasons.find(({ code }) => code === entry.reasonCode)?.label, locale)
    const who = entry.decidedBy ?? entry.escalatedBy
    return [
      ...fact(format, 'state', t(`state.${entry.state === 'claimed' ? 'pending' : entry.state}`)),
      ...fact(format, 'by', who && personName(who, t('colleague'))),
      ...fact(format, 'reason', reason),
      ...fact(format, 'siblings', entry.subject.siblings.length.toString()),
      ...subjectFacts(entry, format),
    ]
  }
}

/** The differences between two lists of facts, with both values; null where one is missing. */
export const differencesOf = (before: readonly Fact[], after: readonly Fact[]) =>
  [...new Map([...before, ...after].map(({ key, label }) => [key, label]))].flatMap(([key, label]) => {
    const [was, is] = [before, after].map((list) => list.find((each) => each.key === key)?.value ?? null)
    return was === is ? [] : [{ key, label, was: was ?? null, is: is ?? null }]
  })

const FLAGS = ['phone', 'email', 'id_number'] as const

/** The findings of the text screening. */
const flagWords = (flags: readonly string[], { t }: Formatters) =>
  FLAGS.filter((flag) => flags.includes(flag))
    .map((flag) => t(`flag.${flag}`))
    .join(', ')

/** What a reporter added: the vehicle and the text. */
export const additionWords = ({ words, vehicle }: ReviewedReport['additions'][number]) =>
  [vehicle?.plate, vehicle?.fleetName, words].filter(Boolean).join(' · ')

function reportFacts(report: ReviewedReport, format: Formatters): Fact[] {
  const { t, category, times } = format
  const { place, location, said: original, vehicle } = report
  const happened = times.moment(report.occurredAt)
  const injury = (value: ReviewedReport['injury']) => value && t(`injury.${value}`)
  const was = <T>(value: T | undefined, words: (value: T) => string | null) =>
    value === undefined ? undefined : words(value)
  return [
    ...fact(format, 'category', category(report.category), { was: was(original?.category, (code) => category(code)) }),
    ...fact(format, 'injury', injury(report.injury), { was: was(original?.injury, injury) }),
    ...fact(format, 'occurredAt', report.timeUncertain ? t('uncertainTime', { time: happened }) : happened, {
      was: was(original?.occurredAt, (at) => times.moment(at)),
    }),
    ...fact(format, 'receivedAt', times.moment(report.receivedAt)),
    ...fact(format, 'placeName', report.placeName),
    ...fact(format, 'place', placeWords(place, format), { was: was(original?.place, (at) => placeWords(at, format)) }),
    ...fact(format, 'corridor', location.corridor?.name),
    ...fact(format, 'vehicle', vehicle && [vehicle.plate, vehicle.fleetName].filter(Boolean).join(' · '), {
      was: was(original?.vehicle, (named) => named?.plate ?? null),
      vehicleId: vehicle?.id,
    }),
    ...fact(format, 'visibility', t(`visibility.${report.visibility}`), {
      was: was(original?.visibility, (visibility) => t(`visibility.${visibility}`)),
    }),
    ...fact(format, 'note', report.note, { isText: true, was: was(original?.note, (note) => note) }),
    ...fact(format, 'flags', flagWords(report.noteFlags, format)),
    ...fact(format, 'asked', report.asked, { isText: true }),
    ...fact(format, 'answer', report.answer, { isText: true }),
    ...report.additions.flatMap((addition) =>
      fact(
        format,
        'addition',
        t('saidAt', {
          time: times.moment(addition.at),
          words: [additionWords(addition), flagWords(addition.flags, format)].filter(Boolean).join(' · '),
        }),
        { isText: true, key: `addition ${addition.at}` },
      ),
    ),
    ...fact(format, 'photos', report.photos.length > 0 ? photoWords(report.photos, format) : null),
  ]
}

const photoWords = (photos: ReviewedReport['photos'], { t }: Formatters) =>
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
> & { vehicle: { id: string | null; plate: string } | null }

export function incidentFacts(incident: Incident, format: Formatters): Fact[] {
  const { t, category, times } = format
  return [
    ...fact(format, 'category', category(incident.category)),
    ...fact(format, 'corroboration', t(`corroboration.${incident.corroboration}`)),
    ...fact(format, 'lifecycle', t(`lifecycle.${incident.lifecycle}`)),
    ...fact(format, 'reports', t('reportsCount', { count: incident.reports })),
    ...(['deny', 'confirm', 'over'] as const).flatMap((vote) => fact(format, vote, t('votes', incident.votes[vote]))),
    ...fact(format, 'firstSeenAt', times.moment(incident.firstSeenAt)),
    ...fact(format, 'lastSeenAt', times.moment(incident.lastSeenAt)),
    ...fact(format, 'placeName', incident.placeName),
    ...fact(format, 'place', coordinates(incident.place)),
    ...fact(format, 'vehicle', incident.vehicle?.plate, { vehicleId: incident.vehicle?.id }),
  ]
}

type Facts = ReviewedCollectionEntry['vehicle']

/** All facts of a collection entry. `edits` are the reviewer's current values; the originals are shown beside them. */
function collectionEntryFacts(
  entry: ReviewedCollectionEntry,
  edits: Record<string, unknown> | null,
  format: Formatters,
): Fact[] {
  const { t, times } = format
  const original = vehicleFacts(entry.vehicle, entry, format)
  const held = edits ? vehicleFacts({ ...entry.vehicle, ...edits }, entry, format) : original
  const merged = [...new Map([...original, ...held].map((each) => [each.key, each])).values()].map(
    ({ key, label, value, vehicleId }) => {
      const [before, after] = [original, held].map((list) => list.find((each) => each.key === key)?.value)
      return before === after
        ? { key, label, value, vehicleId }
        : { key, label, value: after ?? t('none'), was: before ?? t('none') }
    },
  )
  return [
    ...merged,
    ...fact(format, 'capturedAt', times.moment(entry.capturedAt)),
    ...fact(format, 'receivedAt', times.moment(entry.receivedAt)),
    ...fact(format, 'place', entry.place && placeWords(entry.place, format)),
    ...fact(format, 'corridor', entry.location?.corridor?.name),
    ...fact(format, 'assignment', entry.assignment?.title),
    ...fact(format, 'marks', marks(entry, format)),
    ...fact(format, 'note', entry.note, { isText: true }),
    ...fact(format, 'flags', flagWords(entry.noteFlags, format)),
    ...fact(format, 'photos', entry.pictures.length > 0 ? t('photosCount', { count: entry.pictures.length }) : null),
  ]
}

/** What a correction changed, against the entry that it replaces. */
export function correctionOf(entry: ReviewedCollectionEntry, format: Formatters) {
  const { before } = entry
  if (!before) return []
  const note = (text: string | null) => fact(format, 'note', text, { isText: true })
  return differencesOf(
    [...vehicleFacts(before.vehicle, entry, format), ...note(before.entryNote)],
    [...vehicleFacts(entry.vehicle, entry, format), ...note(entry.note)],
  )
}

/** Hints of the server beside the unusual plate, which is checked anew on every read. */
const QUALITY = [
  'seats_unusual',
  'seats_differ',
  'duplicate_hour',
  'far_from_place',
  'too_fast',
  'time_uncertain',
] as const

const marks = (
  { plateUnusual, late, contested, seenBefore, qualityFlags }: ReviewedCollectionEntry,
  { t }: Formatters,
) =>
  [
    plateUnusual && t('mark.plateUnusual'),
    ...QUALITY.filter((flag) => qualityFlags.includes(flag)).map((flag) => t(`mark.${flag}`)),
    late && t('mark.late'),
    contested && t('mark.contested'),
    seenBefore && !qualityFlags.includes('duplicate_hour') && t('mark.seenBefore'),
  ]
    .filter(Boolean)
    .join(' ')

function vehicleFacts(facts: Facts, entry: ReviewedCollectionEntry, format: Formatters): Fact[] {
  const { t } = format
  const { sacco, sticker, checks, routeIds } = facts
  return [
    ...fact(format, 'plate', facts.plate, { vehicleId: entry.known?.id }),
    ...fact(format, 'fleetName', facts.fleetName),
    ...fact(format, 'sacco', sacco && ('name' in sacco ? sacco.name : (entry.saccoTold?.name ?? sacco.id))),
    ...fact(
      format,
      'routes',
      routeIds?.map((id) => entry.routesTold.find((route) => route.id === id)?.shortName ?? id).join(', '),
    ),
    ...fact(format, 'capacity', facts.capacity?.toString()),
    ...fact(format, 'sticker', sticker && [t(`sticker.${sticker.status}`), sticker.code].filter(Boolean).join(' · ')),
    ...fact(format, 'checks', checks && checkWords(checks, format)),
  ]
}

const CHECKED = ['faulty', 'missing', 'ok', 'not_checked'] as const

/** Problems first: "Faulty: tyres, lights. Missing: …". */
const checkWords = (checks: NonNullable<Facts['checks']>, { t }: Formatters) =>
  CHECKED.flatMap((finding) => {
    const things = VEHICLE_CHECKS.filter((name) => checks[name] === finding)
    if (things.length === 0) return []
    return [`${t(`finding.${finding}`)}: ${things.map((name) => t(`check.${name}`)).join(', ')}`]
  }).join('. ')

function feedbackFacts(feedback: ReviewedFeedback, format: Formatters): Fact[] {
  const { t, tag: tags, times } = format
  return [
    ...fact(format, 'stars', t('starsOf', { stars: feedback.stars })),
    ...fact(format, 'tags', feedback.tags.map((tag) => tags(tag)).join(', ')),
    ...fact(format, 'vehicle', feedback.vehicle.plate, { vehicleId: feedback.vehicle.id }),
    ...fact(format, 'route', feedback.route && `${feedback.route.shortName} ${feedback.route.longName}`),
    ...fact(format, 'rodeAt', times.moment(feedback.rodeAt)),
    ...fact(format, 'receivedAt', times.moment(feedback.receivedAt)),
    ...fact(format, 'comment', feedback.comment, { isText: true }),
    ...fact(format, 'flags', flagWords(feedback.commentFlags, format)),
  ]
}
