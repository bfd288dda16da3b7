import { z } from 'zod'
import { ReportPlace } from '../reports/contract.ts'
import { MAX_NOTE, MAX_TAPS } from '../shared/limits.ts'
import { operation } from '../shared/operation.ts'
import { RequestInstant, Text } from '../shared/shapes.ts'

const Seconds = z.number().min(0)

export const StageCountBody = z
  .strictObject({
    id: z.uuidv4().meta({ description: 'Made by the client (UUIDv4). Send the same again to retry safely.' }),
    sessionId: z.uuid().meta({ description: 'One of your own sessions, over or not.' }),
    claimToken: z.int().min(1).optional().meta({ description: 'Of the claim that it was done under.' }),
    startedAt: RequestInstant,
    endedAt: RequestInstant.meta({ description: 'At most 14 hours after the start.' }),
    taps: z
      .array(z.strictObject({ routeId: z.uuid().nullable(), atS: Seconds }))
      .max(MAX_TAPS)
      .meta({
        description: 'One for each vehicle: its route, null for none of the listed, and the seconds since the start.',
      }),
    pauses: z
      .array(z.strictObject({ fromS: Seconds, toS: Seconds }))
      .max(100)
      .optional()
      .meta({ description: 'In order, in seconds since the start. They are not counted time.' }),
    place: ReportPlace.optional(),
    note: Text.trim().min(1).max(MAX_NOTE).optional(),
  })
  .meta({ id: 'StageCountBody', description: 'What a surveyor counted at a stage, vehicle by vehicle.' })

const example = {
  id: '3d9f6b1e-2c4a-4f8e-9b7d-5a6c8e0f1d23',
  sessionId: '2c1f7a90-6a53-4c3e-8f0d-6b1d5a7e9c44',
  startedAt: '2026-11-20T04:00:00Z',
  endedAt: '2026-11-20T06:00:00Z',
  taps: [
    { routeId: null, atS: 12 },
    { routeId: null, atS: 47 },
  ],
  place: { lat: -1.2828, lng: 36.825, accuracyM: 12 },
} as const

export const submitStageCount = operation({
  tag: 'Surveyor',
  access: { role: 'surveyor' },
  cache: 'no-store',
  name: 'submitStageCount',
  method: 'post',
  path: '/api/v1/surveyor/stage-counts',
  rpc: 'submit_stage_count',
  spread: ['place'],
  summary: 'Hand in a stage count',
  description:
    'Takes the vehicles that a surveyor counted at a stage, each with its route and moment. The client makes the id: the same id with the same content answers 200 with what is stored, with other content 409. A count is taken however late it comes; a slot of a `stage_count` is done with it once it is handed in.',
  body: StageCountBody,
  maxBodyBytes: 384 * 1024,
  reply: z
    .object({
      id: z.uuid(),
      vehicles: z.int(),
      minutes: z.int().meta({ description: 'Without pauses.' }),
      late: z.boolean().meta({ description: 'It came after its session was over, or when its lease was.' }),
      repeated: z.boolean().meta({ description: 'This id had arrived before; nothing was changed.' }),
    })
    .meta({ id: 'StageCountReceived', description: 'The count as it is stored.' }),
  status: 201,
  location: null,
  errors: ['id_reused', 'unknown_stop'],
  examples: { body: example, reply: { id: example.id, vehicles: 2, minutes: 120, late: false, repeated: false } },
})

/** The field app's own route: the same, at its own path. */
export const submitCountInApp = operation({
  ...submitStageCount,
  name: 'submitCountInApp',
  path: '/api/stage-counts',
})
