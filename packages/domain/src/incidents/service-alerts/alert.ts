import type { z } from 'zod'
import { ALERT_OF } from '../../shared/categories.ts'
import type { Incident } from '../contract.ts'
import type { Alert, AlertEntity } from './contract.ts'

// An incident as a GTFS-Realtime service alert (https://gtfs.org/documentation/realtime/reference/#message-alert).

type Corroboration = z.infer<typeof Incident>['corroboration']
type AlertRow = Pick<z.infer<typeof Alert>, 'cause' | 'effect' | 'severityLevel'>

/** From the least sure on. A disputed incident makes no alert at any of them. */
const CERTAINTIES = ['unverified', 'corroborated', 'verified'] as const
type Certainty = (typeof CERTAINTIES)[number]

/** The texts of alerts in one language. */
type AlertTexts = {
  near: string
  category: Readonly<Record<string, string>>
  sure: Readonly<Record<string, string>>
}
export type AlertSettings = { certainty: Certainty; url: string; texts: Readonly<Record<string, AlertTexts>> }

/** The alert of an incident, or null where it has none: what it affects or how sure it is, is not known well enough. */
export function alertOf(incident: Incident, { certainty, url, texts }: AlertSettings): z.infer<typeof Alert> | null {
  const row: AlertRow | null = ALERT_OF[incident.category]
  const informedEntity = entitiesOf(incident)
  const isSure = rank(incident.corroboration) >= rank(certainty)
  if (!row || !isSure || incident.precision !== 'point' || informedEntity.length === 0) return null
  const translated = (text: (of: AlertTexts, language: string) => string) => ({
    translation: Object.entries(texts).map(([language, of]) => ({ text: text(of, language), language })),
  })
  const what = ({ category }: AlertTexts) => category[incident.category] ?? incident.category
  return {
    activePeriod: [{ start: secondsOf(incident.firstSeenAt), end: secondsOf(incident.expiresAt) }],
    informedEntity,
    ...row,
    url: translated((_, language) => `${url}/${language}/incidents/${incident.id}`),
    headerText: translated((of) =>
      incident.placeName === null
        ? what(of)
        : of.near.replace('{what}', what(of)).replace('{place}', incident.placeName),
    ),
    descriptionText: translated(({ sure }) => sure[incident.corroboration] ?? ''),
  }
}

const ORDER: readonly string[] = CERTAINTIES
const rank = (corroboration: Corroboration) => ORDER.indexOf(corroboration)

/** Its stops and its routes, in their direction where they have one there. */
function entitiesOf({ stops = [], routes = [] }: Incident): AlertEntity[] {
  return [
    ...stops.map(({ gtfs }) => ({ stopId: gtfs.id })),
    ...routes.map(({ gtfs, directionId }) => ({ routeId: gtfs.id, ...(directionId !== null && { directionId }) })),
  ]
}

/** JSON of protocol buffers has whole numbers of 64 bits as texts. */
const secondsOf = (instant: string) => String(Math.floor(Date.parse(instant) / 1_000))
