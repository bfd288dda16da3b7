import { z } from 'zod'
import { ReportPlace } from '../reports/contract.ts'
import { operation } from '../shared/operation.ts'
import {
  Day,
  Instant,
  Latitude,
  Location,
  Longitude,
  orNull,
  RequestDay,
  RequestInstant,
  RouteRef,
} from '../shared/shapes.ts'

/** The place of field work in replies. */
export const FieldPlace = z
  .object({ lat: Latitude, lng: Longitude, accuracyM: z.number(), stopId: z.uuid().nullable() })
  .meta({ id: 'FieldPlace', description: 'Where field work happened.' })

export const SurveyorSession = z
  .object({
    id: z.uuid(),
    state: z.enum(['open', 'ended', 'abandoned']).meta({
      description: '`abandoned`: nobody touched it for three hours, or it was 14 hours old. It can be ended.',
    }),
    startedAt: Instant,
    touchedAt: Instant,
    openUntil: Instant.meta({ description: 'It counts as abandoned from then on, unless it is touched before.' }),
    endedAt: Instant.nullable(),
    place: orNull(FieldPlace),
    location: orNull(Location),
    entryCount: z.int().meta({ description: 'How many collection entries of it have arrived.' }),
  })
  .meta({ id: 'SurveyorSession', description: 'One stretch of field work.' })

export const SurveyorSessionAnswer = SurveyorSession.extend({
  repeated: z.boolean().meta({ description: 'That had happened before; nothing was changed.' }),
}).meta({ id: 'SurveyorSessionAnswer', description: 'The session as it is after the step.' })

const id = z.uuidv4().meta({ description: 'Made by the client (UUIDv4).' })

export const StartSessionBody = z
  .strictObject({
    id,
    startedAt: RequestInstant.optional().meta({ description: 'Left out, or in the future: now.' }),
    place: ReportPlace.optional(),
  })
  .meta({ id: 'StartSessionBody', description: 'The start of a session, now or earlier.' })

const exampleSession = {
  id: '2c1f7a90-6a53-4c3e-8f0d-6b1d5a7e9c44',
  state: 'open',
  startedAt: '2026-11-20T05:00:00Z',
  touchedAt: '2026-11-20T06:52:04Z',
  openUntil: '2026-11-20T09:52:04Z',
  endedAt: null,
  place: { lat: -1.2812, lng: 36.8226, accuracyM: 20, stopId: null },
  location: { inServiceArea: true, serviceArea: 'Nairobi', corridor: null, distanceM: null },
  entryCount: 12,
} as const
const common = { tag: 'Surveyor', access: { role: 'surveyor' }, cache: 'no-store' } as const

export const startSurveyorSession = operation({
  ...common,
  name: 'startSurveyorSession',
  method: 'post',
  path: '/api/v1/surveyor/session/start',
  rpc: 'start_surveyor_session',
  spread: ['place'],
  summary: 'Start field work',
  description:
    'Opens a session, also at a time in the past: a day without signal is handed in when there is signal again. The same id with the same content answers 200 with what is stored. One session is open at a time; a second start answers 409 `session_already_open` with that `session`. A session whose 14 hours were over before it arrived is stored as abandoned, beside an open one. A place outside the service area is taken; `location` says so.',
  body: StartSessionBody,
  reply: SurveyorSessionAnswer,
  status: 201,
  location: '/api/v1/surveyor/session',
  errors: ['id_reused', 'session_already_open', 'unknown_stop'],
  examples: {
    body: {
      id: exampleSession.id,
      startedAt: '2026-11-20T05:00:00Z',
      place: { lat: -1.2812, lng: 36.8226, accuracyM: 20 },
    },
    reply: { ...exampleSession, repeated: false },
  },
})

export const touchSurveyorSession = operation({
  ...common,
  name: 'touchSurveyorSession',
  method: 'post',
  path: '/api/v1/surveyor/session/touch',
  rpc: 'touch_surveyor_session',
  summary: 'Say that field work goes on',
  description:
    'Keeps the session open for three more hours, within 14 hours of its start, and renews the lease of the slot that you hold for two hours, within 12 hours of its claim.',
  body: z.strictObject({ id }).meta({ id: 'TouchSessionBody', description: 'A sign that the session goes on.' }),
  reply: SurveyorSessionAnswer,
  errors: ['not_found', 'invalid_transition'],
  examples: { body: { id: exampleSession.id }, reply: { ...exampleSession, repeated: false } },
})

export const endSurveyorSession = operation({
  ...common,
  name: 'endSurveyorSession',
  method: 'post',
  path: '/api/v1/surveyor/session/end',
  rpc: 'end_surveyor_session',
  summary: 'End field work',
  description:
    'Ends a session, now or at a time in the past, also one that was abandoned. The first end stands: ending it again answers with what is stored. Entries may still come: they are taken for seven days, marked late, and after that held for an admin.',
  body: z
    .strictObject({
      id,
      endedAt: RequestInstant.optional().meta({
        description: 'Left out: now, or for an abandoned session its last touch. At most 14 hours after the start.',
      }),
    })
    .meta({ id: 'EndSessionBody', description: 'The end of a session.' }),
  reply: SurveyorSessionAnswer,
  errors: ['not_found'],
  examples: {
    body: { id: exampleSession.id, endedAt: '2026-11-20T14:00:00Z' },
    reply: { ...exampleSession, state: 'ended', endedAt: '2026-11-20T14:00:00Z', repeated: false },
  },
})

export const getSurveyorSession = operation({
  ...common,
  name: 'getSurveyorSession',
  method: 'get',
  path: '/api/v1/surveyor/session',
  rpc: 'get_surveyor_session',
  summary: 'Your session',
  description: 'Your open session, else your latest one; null if you never had one.',
  reply: z.object({ session: orNull(SurveyorSession) }),
  errors: [],
  examples: { reply: { session: exampleSession } },
})

export const EntryCounts = z
  .object({
    inReview: z.int(),
    held: z.int(),
    approved: z.int(),
    changesRequested: z.int(),
    rejected: z.int(),
  })
  .meta({ id: 'EntryCounts', description: 'Collection entries by what became of them.' })

const Work = { entries: EntryCounts, hours: z.number().meta({ description: 'In sessions, to the hundredth.' }) }
const exampleWork = {
  entries: { inReview: 2, held: 0, approved: 9, changesRequested: 1, rejected: 0 },
  hours: 9,
}

export const getSurveyorStats = operation({
  ...common,
  name: 'getSurveyorStats',
  method: 'get',
  path: '/api/v1/surveyor/stats',
  rpc: 'get_surveyor_stats',
  summary: 'Your field work by day',
  description:
    'Entries by state, on the day in Nairobi on which they were captured, and hours in sessions. An entry that a newer one put right does not count; sessions that overlap count once. `streak` is how many entries were approved in a row, counted back from the last decision.',
  query: z.object({
    from: RequestDay.optional().meta({ description: 'First day; left out: six days before `to`.' }),
    to: RequestDay.optional().meta({ description: 'Last day, at most 92 days after `from`; left out: today.' }),
  }),
  reply: z.object({
    from: Day,
    to: Day,
    days: z.array(z.object({ date: Day, ...Work })),
    total: z.object(Work),
    streak: z.int(),
  }),
  errors: [],
  examples: {
    query: { from: '2026-11-20', to: '2026-11-20' },
    reply: {
      from: '2026-11-20',
      to: '2026-11-20',
      days: [{ date: '2026-11-20', ...exampleWork }],
      total: exampleWork,
      streak: 9,
    },
  },
})

export const FieldNames = z
  .object({
    saccos: z.array(z.object({ id: z.uuid(), name: z.string(), aliases: z.array(z.string()) })),
    routes: z.array(RouteRef),
  })
  .meta({ id: 'FieldNames' })

export const listFieldNames = operation({
  ...common,
  name: 'listFieldNames',
  method: 'get',
  path: '/api/field-names',
  rpc: 'list_field_names',
  summary: 'Operator groups and routes for a phone to keep',
  description: 'All of them, with the other names of the groups, to choose from offline.',
  reply: FieldNames,
  errors: [],
  examples: { reply: { saccos: [], routes: [] } },
})

export const getKnownVehicles = operation({
  ...common,
  name: 'getKnownVehicles',
  method: 'get',
  path: '/api/known-vehicles',
  rpc: 'get_known_vehicles',
  summary: 'Vehicles by plate for a phone to keep',
  description:
    'Up to 60,000, the last checked first. `vehicles` maps the first three characters of a plate to lines, one per vehicle: the rest of the plate, the index of its sacco in `saccos`, its seats, and the indexes of its routes in `routes`, separated by semicolons, as in `123A;4;33;0,7`. An unknown value is empty.',
  reply: z.object({
    saccos: z.array(z.object({ id: z.uuid(), name: z.string() })),
    routes: z.array(RouteRef),
    vehicles: z.record(z.string(), z.string()),
  }),
  errors: [],
  // Always checked again: a phone that has the list gets 304.
  cache: { maxAgeS: 0 },
  examples: { reply: { saccos: [], routes: [], vehicles: { KDA: '123A;;33;\n124B;;;' } } },
})
