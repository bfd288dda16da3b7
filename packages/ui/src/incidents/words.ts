import type { Incident } from '@salama/domain/incidents/contract'
import { sortByRank } from '@salama/domain/shared'
import type { useTranslations } from 'next-intl'
import { type Age, ageOf, severityOf } from './severity.ts'

// Describes an incident in sentences, from its public category, location and counts alone, in the reader's language.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

type Ago = { key: 'agoNow' | 'agoMinutes' | 'agoHours' | 'agoDays' | 'aboutNow' | 'aboutHours'; n: number }

/** The relative time, rounded down, in the largest unit; "about" for the hours of a coarse one; now for the future. */
export function agoOf(at: string, nowMs: number, precision: Incident['precision'] = 'point'): Ago {
  const ms = Math.max(0, nowMs - Date.parse(at))
  if (precision === 'coarse' && ms < DAY_MS) {
    const n = Math.floor(ms / HOUR_MS)
    return n === 0 ? { key: 'aboutNow', n } : { key: 'aboutHours', n }
  }
  if (ms < MINUTE_MS) return { key: 'agoNow', n: 0 }
  if (ms < HOUR_MS) return { key: 'agoMinutes', n: Math.floor(ms / MINUTE_MS) }
  if (ms < DAY_MS) return { key: 'agoHours', n: Math.floor(ms / HOUR_MS) }
  return { key: 'agoDays', n: Math.floor(ms / DAY_MS) }
}

type Away =
  | { key: 'metresAway'; m: number }
  | { key: 'kilometresAway' | 'aboutKilometresAway'; km: number }
  | { key: 'withinKilometre' }

/** A rounded distance: tens of metres, then tenths of a kilometre, then whole ones; "about" for a coarse location. */
export function awayOf(distanceM: number, precision: Incident['precision'] = 'point'): Away {
  const km = Math.round(distanceM / 1000)
  if (precision === 'coarse') return km < 2 ? { key: 'withinKilometre' } : { key: 'aboutKilometresAway', km }
  const m = Math.round(distanceM / 10) * 10
  if (m < 1000) return { key: 'metresAway', m }
  return { key: 'kilometresAway', km: distanceM < 9_950 ? Math.round(distanceM / 100) / 10 : km }
}

export type IncidentWords = {
  what: string
  /** "4 riders, last 12 min ago" */
  seen: string
  /** "Near Koja, on Thika Road" */
  where: string
  /** "320 m away", if there is a distance */
  away: string | undefined
  /** "Confirmed by riders" */
  sure: string
  /** "Serious" */
  severity: string
  /** "3 riders confirm this", if any do */
  confirmed: string | undefined
  /** Only when it is no longer live. */
  over: string | undefined
}

type Translate = ReturnType<typeof useTranslations<'incidents'>>
type TranslateCategory = ReturnType<typeof useTranslations<'categories'>>

export function incidentWords(
  incident: Incident & { distanceM?: number },
  nowMs: number,
  t: Translate,
  category: TranslateCategory,
): IncidentWords {
  const { reports, confirms, precision, corroboration, lifecycle, distanceM } = incident
  const { key, n } = agoOf(incident.lastSeenAt, nowMs, precision)
  const ago = t(key, { n })
  return {
    what: category(incident.category),
    seen:
      reports === null
        ? t('beingChecked', { ago })
        : t(reports === 1 || precision === 'coarse' ? 'seenOnce' : 'seen', {
            riders: t('riders', { count: reports }),
            ago,
          }),
    where: whereOf(incident, t),
    away: distanceM === undefined ? undefined : awayText(awayOf(distanceM, precision), t),
    sure: t(`corroboration.${corroboration}`),
    severity: t(`severity.${severityOf(incident)}`),
    confirmed: confirms ? t('confirmed', { count: confirms }) : undefined,
    over: lifecycle === 'active' ? undefined : t(`lifecycle.${lifecycle}`),
  }
}

export function awayText(away: Away, t: Translate): string {
  if (away.key === 'metresAway') return t('metresAway', { m: away.m })
  if (away.key === 'withinKilometre') return t('withinKilometre')
  return t(away.key, { km: away.km })
}

function whereOf({ precision, placeName, areaName, corridor }: Incident, t: Translate): string {
  if (precision === 'coarse') {
    if (areaName) return t('somewhereIn', { area: areaName })
    return corridor ? t('somewhereOn', { corridor: corridor.name }) : t('somewhere')
  }
  if (placeName && corridor) return t('nearOn', { place: placeName, corridor: corridor.name })
  if (placeName) return t('near', { place: placeName })
  return corridor ? t('on', { corridor: corridor.name }) : t('unnamedPlace')
}

/** Everything on one line. */
export const oneLine = ({ what, severity, seen, where, away, sure }: IncidentWords) =>
  [what, severity, away === undefined ? where : `${where}, ${away}`, seen, sure].join('. ')

/** Incidents with their labels on the map, the most urgent first: they keep their position where marks overlap. */
export const withLabels = <Shown extends Incident & { distanceM?: number }>(
  incidents: readonly Shown[],
  nowMs: number,
  t: Translate,
  category: TranslateCategory,
) =>
  sortByRank(incidents, nowMs).map((incident): Shown & { label: string; age: Age; words: IncidentWords } => {
    const words = incidentWords(incident, nowMs, t, category)
    return { ...incident, age: ageOf(incident, nowMs), words, label: oneLine(words) }
  })
