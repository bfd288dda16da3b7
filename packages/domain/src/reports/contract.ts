import { z } from 'zod'
import { Category } from '../incidents/contract.ts'
import { operation } from '../shared/operation.ts'
import { Instant, Latitude, Location, Longitude, RequestInstant, Text } from '../shared/shapes.ts'

export const Injury = z
  .enum(['none', 'some', 'unknown'])
  .meta({ id: 'Injury', description: 'Whether anyone was hurt. For a crash, `some` and `unknown` wait for a person.' })

export const ReportState = z
  .enum(['accepted', 'linked', 'in_review', 'held', 'needs_info', 'rejected', 'duplicate', 'withdrawn'])
  .meta({ id: 'ReportState' })

/** Who may learn of a report. A reporter may be more private than the category's default, never less. */
export const Visibility = z.enum(['private', 'aggregate', 'coarse', 'public']).meta({ id: 'Visibility' })

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
    vehicle: z
      .strictObject({ identifier: Text.trim().min(3).max(40) })
      .optional()
      .meta({ description: 'The id, the public code on the sticker, or the number plate in any spelling.' }),
    note: Text.trim().min(1).max(2_000).optional().meta({ description: 'Never public.' }),
    visibility: Visibility.optional(),
    receiptCode: z
      .string()
      .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/)
      .optional()
      .meta({ description: '128 bits as 26 Crockford base32 characters, made by the client. Only its hash is kept.' }),
  })
  .meta({ id: 'ReportBody' })

export const ReportReceived = z
  .object({
    id: z.uuid(),
    state: ReportState,
    shown: z.enum(['live', 'unchecked', 'coarse', 'kept', 'review', 'private']).meta({
      description:
        'What others see of it. `live`: on the list now. `unchecked`: on the list as a crash and nothing more, until a person has looked. `coarse`: roughly, from the next full hour on. `kept`: nothing, it was too old for the list. `review`: nothing until a person has looked. `private`: never on list or map.',
    }),
    incidentId: z
      .uuid()
      .nullable()
      .meta({ description: 'The incident that it joined or opened, where that may be told.' }),
    location: Location,
    receivedAt: Instant,
    repeated: z.boolean().meta({ description: 'This id had arrived before; nothing was changed.' }),
  })
  .meta({ id: 'ReportReceived' })

export const submitIncidentReport = operation({
  name: 'submitIncidentReport',
  method: 'post',
  path: '/api/v1/reports',
  tag: 'Reports',
  summary: 'Report what just happened',
  description:
    'Takes what one rider saw. It joins the incident that it fits, or opens one; harassment and assault are never joined and never shown on a map. The client makes the id, so a phone on a bad line can send it again until it hears back: the same id with the same content answers 200 with what is stored, with other content 409.',
  access: 'user',
  body: ReportBody,
  reply: ReportReceived,
  status: 201,
  errors: ['id_reused', 'outside_service_area', 'unknown_stop', 'unknown_vehicle', 'rate_limited'],
  cache: 'no-store',
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
