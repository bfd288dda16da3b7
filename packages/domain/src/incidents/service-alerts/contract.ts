import { z } from 'zod'
import { EXAMPLE } from '../../shared/examples.ts'
import { operation } from '../../shared/operation.ts'
import { Text } from '../../shared/shapes.ts'
import { exampleIncident } from '../contract.ts'

// GTFS-Realtime 2.0, in the JSON of protocol buffers and in its bytes. Names and numbers are those of gtfs-realtime.proto.

export const CAUSES = { OTHER_CAUSE: 2, TECHNICAL_PROBLEM: 3, ACCIDENT: 6 } as const
export const EFFECTS = { REDUCED_SERVICE: 2, SIGNIFICANT_DELAYS: 3, DETOUR: 4, OTHER_EFFECT: 7 } as const
export const SEVERITIES = { INFO: 2, WARNING: 3, SEVERE: 4 } as const

const namesOf = <const Of extends Record<string, number>>(of: Of) => z.enum(Object.keys(of) as (keyof Of & string)[]) // its own

const Seconds = z
  .string()
  .regex(/^\d+$/)
  .describe('POSIX time in seconds, as a text: JSON of protocol buffers has whole numbers of 64 bits so.')

export const Translated = z
  .object({
    translation: z
      .array(
        z.object({
          text: z.string().describe('The text in this language.'),
          language: z.string().describe('BCP 47 code of the language.'),
        }),
      )
      .describe('One for each language of the city.'),
  })
  .meta({ id: 'TranslatedString', description: 'A text in the languages of the city.' })

const EntitySelector = z
  .object({
    stopId: z.string().optional().describe('GTFS `stop_id` of what is affected.'),
    routeId: z.string().optional().describe('GTFS `route_id` of what is affected.'),
    directionId: z.int().optional().describe('GTFS `direction_id`, where only one direction of the route is affected.'),
  })
  .meta({ id: 'EntitySelector', description: 'A stop or a route that an alert is about.' })
export type AlertEntity = z.infer<typeof EntitySelector>

export const Alert = z
  .object({
    activePeriod: z
      .array(
        z.object({
          start: Seconds.describe('When the incident was first seen, in POSIX seconds.'),
          end: Seconds.describe('When it ends unless it is reported again, in POSIX seconds.'),
        }),
      )
      .describe('When the alert holds: one period.'),
    informedEntity: z.array(EntitySelector).describe('The stops and routes where the incident is.'),
    cause: namesOf(CAUSES).describe('Follows from the category.'),
    effect: namesOf(EFFECTS).describe('Follows from the category.'),
    severityLevel: namesOf(SEVERITIES).describe('Follows from the category.'),
    url: Translated.describe('The page of the incident.'),
    headerText: Translated.describe('What happened, and near which stop.'),
    descriptionText: Translated.describe('How sure it is.'),
  })
  .meta({ id: 'ServiceAlert', description: 'An incident as a GTFS-Realtime service alert.' })

const Header = z.object({
  gtfsRealtimeVersion: z.string().describe('The version of GTFS-Realtime.'),
  incrementality: z.literal('FULL_DATASET').describe('Every response has all alerts.'),
  timestamp: Seconds.describe('When the alerts were complete, in POSIX seconds.'),
})

const exampleAlert = {
  activePeriod: [{ start: '1795156800', end: '1795171920' }],
  informedEntity: [{ stopId: '0100KOJ' }, { routeId: '50100045T11', directionId: 0 }],
  cause: 'ACCIDENT',
  effect: 'SIGNIFICANT_DELAYS',
  severityLevel: 'SEVERE',
  url: {
    translation: [{ text: `https://rider.salama.test/en/incidents/${exampleIncident.id}`, language: EXAMPLE.locale }],
  },
  headerText: { translation: [{ text: `Crash near ${EXAMPLE.stop}`, language: EXAMPLE.locale }] },
  descriptionText: {
    translation: [{ text: 'Reported by riders. At least two reports agree.', language: EXAMPLE.locale }],
  },
} as const

const alerts = {
  tag: 'Incidents',
  access: { scope: 'incidents:read' },
  mayBePublic: true,
  method: 'get',
  query: z.object({
    feedId: Text.min(1)
      .max(80)
      .optional()
      .describe(
        'Only what is in this GTFS feed: `gtfs.feedId` of routes and stops. Needed where several are loaded; the id of no feed matches nothing.',
      ),
  }),
  cache: { maxAgeS: 5 },
} as const

const WHAT =
  'Live incidents as alerts for trip planners: those with an exact place, on a stop or route of the GTFS feed, and at least as sure as the operator of this service has set (`corroborated` unless it says otherwise). The `id` of an entity is that of the incident, for as long as it is live. The operator may let anyone read it without a credential.'

export const getServiceAlerts = operation({
  ...alerts,
  name: 'getServiceAlerts',
  path: '/api/v1/gtfs-rt/alerts.json',
  summary: 'Get GTFS-Realtime service alerts as JSON',
  description: `${WHAT} This is the JSON of the protocol buffers of \`/api/v1/gtfs-rt/alerts.pb\`.`,
  reply: z.object({
    header: Header.describe('Version and time of the feed.'),
    entity: z
      .array(z.object({ id: z.uuid().describe('The id of the incident.'), alert: Alert }))
      .describe('The alerts.'),
  }),
  examples: {
    query: { feedId: EXAMPLE.feed },
    reply: {
      header: { gtfsRealtimeVersion: '2.0', incrementality: 'FULL_DATASET', timestamp: '1795157590' },
      entity: [{ id: exampleIncident.id, alert: exampleAlert }],
    },
  },
})

export const getServiceAlertsPb = operation({
  ...alerts,
  name: 'getServiceAlertsPb',
  path: '/api/v1/gtfs-rt/alerts.pb',
  summary: 'Get GTFS-Realtime service alerts',
  description: `${WHAT} Set this URL in OpenTripPlanner, OneBusAway or Transitous.`,
  binary: 'application/x-protobuf',
  reply: z.instanceof(Uint8Array),
  examples: { query: { feedId: EXAMPLE.feed }, reply: new Uint8Array() },
})
