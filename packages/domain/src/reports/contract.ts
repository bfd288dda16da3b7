import { z } from 'zod'
import { Category, exampleIncident, Incident } from '../incidents/contract.ts'
import { PhotoState } from '../photos/contract.ts'
import { INJURIES, VISIBILITIES } from '../shared/choices.ts'
import { MAX_NOTE, MAX_WORDS } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import { RECEIPT_CODE } from '../shared/receipt-code.ts'
import {
  byId,
  Instant,
  Latitude,
  Location,
  Longitude,
  NamedVehicle,
  Nothing,
  orNull,
  Page,
  PageQuery,
  queryNumber,
  RequestInstant,
  Text,
  VehicleRef,
} from '../shared/shapes.ts'

export const Injury = z
  .enum(INJURIES)
  .meta({ id: 'Injury', description: 'Whether anyone was hurt. For a crash, `some` and `unknown` wait for a person.' })

export const ReportState = z
  .enum(['accepted', 'linked', 'in_review', 'needs_info', 'rejected', 'duplicate', 'withdrawn'])
  .meta({ id: 'ReportState', description: '`linked`: it counts for an incident. `accepted`: it counts for none.' })

/** Who may see a report. A reporter may be more private than the category's default, never less. */
export const Visibility = z
  .enum(VISIBILITIES)
  .meta({ id: 'Visibility', description: 'Who may learn of a report, at most as many as its category allows.' })

export const ReportPlace = z
  .union([
    z.strictObject({
      lat: Latitude,
      lng: Longitude,
      accuracyM: z.number().min(0).max(10_000).default(50).meta({ description: 'Radius of 68 % confidence, metres.' }),
    }),
    z.strictObject({ stopId: z.uuid().meta({ description: 'A stop or landmark; counts as accurate to 250 m.' }) }),
  ])
  .meta({ id: 'ReportPlace', description: 'A point from GPS, or a stop.' })

export const ReportBody = z
  .strictObject({
    id: z.uuidv4().meta({ description: 'Made by the client (UUIDv4). Send the same again to retry safely.' }),
    category: Category,
    occurredAt: RequestInstant.optional().meta({ description: 'Within the last 30 days. Left out: now.' }),
    injury: Injury.optional().meta({ description: 'Left out: `unknown` for a crash, nothing for other kinds.' }),
    place: ReportPlace,
    vehicle: NamedVehicle.optional(),
    note: Text.trim().min(1).max(MAX_NOTE).optional().meta({ description: 'Never public.' }),
    visibility: Visibility.optional(),
    receiptCode: z
      .string()
      .regex(RECEIPT_CODE)
      .optional()
      .meta({ description: '128 bits as 26 Crockford base32 characters, made by the client. Only its hash is kept.' }),
  })
  .meta({ id: 'ReportBody', description: 'What one rider saw.' })

export const Shown = z.enum(['live', 'unchecked', 'coarse', 'kept', 'review', 'private']).meta({
  id: 'Shown',
  description:
    'What others see of a report. `live`: on the list now. `unchecked`: on the list as a crash and nothing more, until a person has looked. `coarse`: roughly, from the next full hour on. `kept`: nothing, it was too old for the list. `review`: nothing until a person has looked. `private`: never on list or map.',
})

const IncidentOfReport = z
  .uuid()
  .nullable()
  .meta({ description: 'The incident that it is in, where that may be told.' })

export const ReportReceived = z
  .object({
    id: z.uuid(),
    state: ReportState,
    shown: Shown,
    incidentId: IncidentOfReport,
    location: Location,
    receivedAt: Instant,
    repeated: z.boolean().meta({ description: 'This id had arrived before; nothing was changed.' }),
  })
  .meta({ id: 'ReportReceived', description: 'What became of a report on its arrival.' })

/** A report as its own reporter sees it later. */
export const OwnReport = z
  .object({
    id: z.uuid(),
    category: Category,
    occurredAt: Instant,
    receivedAt: Instant,
    injury: orNull(Injury),
    place: z.object({ lat: Latitude, lng: Longitude, accuracyM: z.number(), stopId: z.uuid().nullable() }),
    placeName: z.string().nullable().meta({ description: 'The stop of the report, or the nearest one within 300 m.' }),
    vehicle: orNull(VehicleRef).meta({ description: 'The vehicle that it names.' }),
    note: z.string().nullable(),
    additions: z
      .array(z.object({ words: z.string().nullable(), vehicle: orNull(VehicleRef) }))
      .meta({ description: 'What was added later, the oldest first.' }),
    photos: z.array(z.object({ id: z.uuid(), state: PhotoState })),
    visibility: Visibility,
    state: ReportState,
    reason: z.string().nullable().meta({ description: 'Why it was rejected or is a duplicate, as a code.' }),
    asked: z.string().nullable().meta({ description: 'What a reviewer wants to know, while `needs_info`.' }),
    answerBy: orNull(Instant).meta({ description: 'After this it counts as rejected.' }),
    shown: Shown,
    incidentId: IncidentOfReport,
    version: z.int(),
    isMailed: z.boolean().meta({ description: 'Whether its reporter hears by mail what becomes of it.' }),
  })
  .meta({ id: 'OwnReport', description: 'A report as its own reporter sees it.' })
export type OwnReport = z.infer<typeof OwnReport>

const ofReporter = { tag: 'Reports', access: 'user', cache: 'no-store' } as const

export const submitIncidentReport = operation({
  ...ofReporter,
  name: 'submitIncidentReport',
  method: 'post',
  path: '/api/v1/reports',
  rpc: 'submit_incident_report',
  spread: ['place'],
  acceptsDevice: true,
  summary: 'Report what just happened',
  description:
    'Takes what one rider saw. It joins the incident that it fits, or opens one; harassment and assault are never joined and never shown on a map. The client makes the id, so a phone on a bad line can send it again until it hears back: the same id with the same content answers 200 with what is stored, with other content 409.',
  body: ReportBody,
  reply: ReportReceived,
  status: 201,
  errors: ['id_reused', 'outside_service_area', 'unknown_stop', 'unknown_vehicle', 'rate_limited'],
  examples: {
    body: {
      id: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60',
      category: 'crash',
      injury: 'none',
      place: { lat: -1.2812, lng: 36.8226, accuracyM: 20 },
      note: 'Two matatus, one lane is blocked.',
    },
    reply: {
      id: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60',
      state: 'linked',
      shown: 'live',
      incidentId: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55',
      location: { inServiceArea: true, serviceArea: 'Nairobi', corridor: null, distanceM: null },
      receivedAt: '2026-11-20T06:52:04Z',
      repeated: false,
    },
  },
})

/** The same on the app's own route, where the phone may send it without a signed-in user. */
export const reportIncident = operation({
  ...submitIncidentReport,
  name: 'reportIncident',
  path: '/api/report-incident',
  summary: 'Report what just happened, also without an account',
  description:
    'As `POST /api/v1/reports`, for the pages of the app. Whoever is not signed in reports as this phone: with the limits of an account and of its network, beyond which a report waits for a reviewer or is refused; sent again with the same id and the same content it is answered with what is stored. Where the answer with the phone’s cookie was lost, the same `receiptCode` proves that it is the same report. Such a report joins incidents and counts, but never corroborates one. It belongs to no account, also not to one that signs in later on the same phone; the `receiptCode` is the way to look back. Photos follow, one by one: see `addReportPhoto`.',
  access: 'device',
  location: null,
})

export const getReportContext = operation({
  name: 'getReportContext',
  method: 'get',
  path: '/api/report-context',
  rpc: 'get_report_context',
  tag: 'Reports',
  summary: 'What to know about a place before reporting',
  description:
    'Whether the place is covered, its name, and with a `category` the live incident that the same report would be about, so that it can be confirmed instead. Kinds that join by vehicle also need the `vehicle`, which that incident must name.',
  access: 'public',
  query: z.object({
    lat: queryNumber(Latitude),
    lng: queryNumber(Longitude),
    category: Category.optional(),
    vehicle: Text.trim().min(3).max(40).optional().meta({ description: 'A public code, or a number plate.' }),
  }),
  reply: z.object({
    location: Location,
    placeName: z.string().nullable().meta({ description: 'The nearest stop within 300 m.' }),
    incident: orNull(Incident),
  }),
  errors: [],
  cache: 'no-store',
  examples: {
    query: { lat: -1.2812, lng: 36.8226, category: 'crash' },
    reply: {
      location: { inServiceArea: true, serviceArea: 'Nairobi', corridor: null, distanceM: null },
      placeName: 'Koja',
      incident: exampleIncident,
    },
  },
})

const exampleOwnReport = {
  id: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60',
  category: 'crash',
  occurredAt: '2026-11-20T06:52:00Z',
  receivedAt: '2026-11-20T06:52:04Z',
  injury: 'none',
  place: { lat: -1.2812, lng: 36.8226, accuracyM: 20, stopId: null },
  placeName: 'Koja',
  vehicle: null,
  note: 'Two matatus, one lane is blocked.',
  additions: [],
  photos: [],
  visibility: 'public',
  state: 'linked',
  reason: null,
  asked: null,
  answerBy: null,
  shown: 'live',
  incidentId: '0b6f2c1e-7c1d-4a61-9d0e-2f3b8f0a9c55',
  version: 3,
  isMailed: false,
} as const

/** A reporter's message to the reviewers after the report. */
export const Words = Text.trim().min(1).max(MAX_WORDS)

export const listOwnReports = operation({
  ...ofReporter,
  name: 'listOwnReports',
  method: 'get',
  path: '/api/v1/reports',
  rpc: 'list_own_reports',
  summary: 'Your own reports',
  description:
    'What you reported and what became of it, the newest first. 90 days after a report is closed nobody knows any more whose it was, and it leaves this list.',
  query: PageQuery,
  reply: z.object({ data: z.array(OwnReport), page: Page }),
  errors: [],
  examples: { query: { limit: 20 }, reply: { data: [exampleOwnReport], page: { nextCursor: null } } },
})

export const getOwnReport = operation({
  ...ofReporter,
  name: 'getOwnReport',
  method: 'get',
  path: '/api/v1/reports/{id}',
  rpc: 'get_own_report',
  summary: 'One of your own reports',
  description: 'What you reported and what became of it. The reports of others do not exist for you.',
  params: byId('report'),
  reply: OwnReport,
  errors: ['not_found'],
  examples: { params: { id: exampleOwnReport.id }, reply: exampleOwnReport },
})

export const mailOwnReport = operation({
  ...ofReporter,
  name: 'mailOwnReport',
  method: 'put',
  path: '/api/my-reports/{id}/mail',
  rpc: 'mail_own_report',
  summary: 'Hear by mail what becomes of an own report',
  description:
    'At the e-mail address of the account, when a reviewer has decided or asks something; or no longer. A mail about a report that is not public says only that there is news.',
  params: byId('report'),
  body: z.strictObject({ isOn: z.boolean(), locale: z.enum(['en', 'sw']).optional() }),
  reply: OwnReport,
  location: null,
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleOwnReport.id },
    body: { isOn: true },
    reply: { ...exampleOwnReport, isMailed: true },
  },
})

export const withdrawReport = operation({
  ...ofReporter,
  name: 'withdrawReport',
  method: 'delete',
  path: '/api/v1/reports/{id}',
  rpc: 'withdraw_report',
  summary: 'Take a report back',
  description:
    'Takes back what you reported, in whatever state it is. Its incident is made again from the reports that are left; if yours was the last one, the incident is withdrawn. Weekly counts that were published stay. Doing it again is fine.',
  params: byId('report'),
  reply: Nothing,
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: exampleOwnReport.id }, reply: null },
})

export const answerReport = operation({
  ...ofReporter,
  name: 'answerReport',
  method: 'post',
  path: '/api/v1/reports/{id}/answer',
  rpc: 'answer_report',
  summary: 'Answer what a reviewer asked',
  description:
    'Your report goes back to the reviewers with the answer. The same answer sent again changes nothing. 409 `invalid_transition` when nothing is asked, or not any more.',
  params: byId('report'),
  body: z.strictObject({ answer: Words.meta({ description: 'Never public.' }) }),
  reply: OwnReport,
  location: null,
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleOwnReport.id },
    body: { answer: 'On the side towards town.' },
    reply: { ...exampleOwnReport, state: 'in_review', injury: 'some', shown: 'unchecked' },
  },
})
