import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { PhotoState } from '../photos/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { MAX_WORDS } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import {
  byId,
  Instant,
  Latitude,
  Locale,
  Longitude,
  Nothing,
  orNull,
  Page,
  PageQuery,
  Text,
  VehicleRef,
} from '../shared/shapes.ts'
import { IncidentOfReport, Injury, ofReporter, ReportState, Shown, Visibility } from './contract.ts'

// What a reporter does with a report that was received: reads it, answers, withdraws it, asks for mails.

/** A report as its own reporter sees it later. */
export const OwnReport = z
  .object({
    id: z.uuid(),
    category: Category,
    occurredAt: Instant,
    timeUncertain: z.boolean().describe('The time is a guess, because the clock of the phone was wrong.'),
    receivedAt: Instant,
    injury: orNull(Injury),
    place: z.object({ lat: Latitude, lng: Longitude, accuracyM: z.number(), stopId: z.uuid().nullable() }),
    placeName: z.string().nullable().describe('The stop of the report, or the nearest one within 300 m.'),
    vehicle: orNull(VehicleRef).describe('The reported vehicle.'),
    note: z.string().nullable(),
    additions: z
      .array(z.object({ words: z.string().nullable(), vehicle: orNull(VehicleRef) }))
      .describe('Later additions, oldest first.'),
    photos: z.array(z.object({ id: z.uuid(), state: PhotoState })),
    visibility: Visibility,
    state: ReportState,
    reason: z.string().nullable().describe('The reason for the rejection or duplicate, as a code.'),
    asked: z.string().nullable().describe('The reviewer’s question, while `needs_info`.'),
    answerBy: orNull(Instant).describe('After this time the report counts as rejected.'),
    shown: Shown,
    incidentId: IncidentOfReport,
    version: z.int(),
    isMailed: z.boolean().describe('Whether the reporter gets e-mails about it.'),
  })
  .meta({ id: 'OwnReport', description: 'A report as its own reporter sees it.' })
export type OwnReport = z.infer<typeof OwnReport>

const exampleOwnReport = {
  id: '7f9c24e5-2b1f-4d7e-8a53-5d0c1f9a7b60',
  category: 'crash',
  occurredAt: '2026-11-20T06:52:00Z',
  timeUncertain: false,
  receivedAt: '2026-11-20T06:52:04Z',
  injury: 'none',
  place: { ...EXAMPLE.place, accuracyM: 20, stopId: null },
  placeName: EXAMPLE.stop,
  vehicle: null,
  note: 'Two vehicles, one lane is blocked.',
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
  summary: 'List your reports',
  description:
    'Returns your reports with their states, newest first. A report is anonymized 90 days after it is closed and then no longer listed.',
  query: PageQuery,
  reply: z.object({ data: z.array(OwnReport), page: Page }),
  examples: { query: { limit: 20 }, reply: { data: [exampleOwnReport], page: { nextCursor: null } } },
})

export const getOwnReport = operation({
  ...ofReporter,
  name: 'getOwnReport',
  method: 'get',
  path: '/api/v1/reports/{id}',
  summary: 'Get one of your reports',
  description: 'Returns your report with its state. Other users’ reports return 404.',
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
  summary: 'Get e-mails about your report',
  description:
    'Turns e-mails to the address of the account on or off, for when a reviewer has decided or asks a question. For a report that is not public the e-mail says only that there is news.',
  params: byId('report'),
  body: z.strictObject({ isOn: z.boolean(), locale: Locale.optional() }),
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
  summary: 'Withdraw a report',
  description:
    'Withdraws your report in any state. Its incident is recomputed from the remaining reports; if yours was the last one, the incident is withdrawn. Published weekly counts stay. Repeating the request changes nothing.',
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
  summary: 'Answer a reviewer’s question',
  description:
    'Returns your report to the reviewers with the answer. Repeating the same answer changes nothing. Returns 409 `invalid_transition` if there is no open question.',
  params: byId('report'),
  body: z.strictObject({ answer: Words.describe('Never public.') }),
  reply: OwnReport,
  location: null,
  errors: ['not_found', 'invalid_transition'],
  examples: {
    params: { id: exampleOwnReport.id },
    body: { answer: 'On the side towards town.' },
    reply: { ...exampleOwnReport, state: 'in_review', injury: 'some', shown: 'unchecked' },
  },
})
