import { VEHICLE_CHECKS } from '@salama/domain/collection-entries/contract'
import type { ReviewedCollectionEntry } from '@salama/domain/review-subjects/contract'
import { coordinates, type Fact, fact, type Say } from './fact.ts'
import { flagWords } from './report.ts'

type Facts = ReviewedCollectionEntry['vehicle']

/** What a surveyor said of a vehicle. `edits` are a reviewer's: they hold now, and what was said stands beside them. */
export function collectionEntryFacts(
  entry: ReviewedCollectionEntry,
  edits: Record<string, unknown> | null,
  say: Say,
): Fact[] {
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
