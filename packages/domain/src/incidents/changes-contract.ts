import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant, PageQuery, queryNumber } from '../shared/shapes.ts'
import { exampleIncident, Incident } from './contract.ts'

// The changes that another system needs to sync a copy of the feed.

const changeMembers = { version: z.int().describe('Increases from entry to entry.'), incidentId: z.uuid() }

/** One change to apply to a copy of the feed. */
export const IncidentChange = z
  .discriminatedUnion('change', [
    z.object({ ...changeMembers, change: z.literal('upsert'), incident: Incident }),
    z.object({
      ...changeMembers,
      change: z.literal('gone'),
      reason: z.string().describe('The reason as a code: `withdrawn`, `refuted`, `rejected`, `merged` …'),
      mergedInto: z.uuid().nullable().describe('The incident that it was merged into.'),
    }),
  ])
  .meta({ id: 'IncidentChange', description: 'One change to apply to a copy of the feed.' })

const exampleChange = { version: 4711, incidentId: exampleIncident.id, change: 'upsert', incident: exampleIncident }

export const listIncidentChanges = operation({
  name: 'listIncidentChanges',
  method: 'get',
  path: '/api/v1/incidents/changes',
  tag: 'Incidents',
  summary: 'List changes to the incident feed',
  description:
    'Keeps a copy of all incidents in sync. Start without `cursor`: the first pages contain every incident that changed in the last 30 days, including all live ones. Apply each entry in order: `upsert` replaces the incident with the same id, `gone` removes it. Then call again with `page.nextCursor`: immediately while `more` is true, otherwise about once a minute. Each incident appears once, in its current state, at the position of its last change, and never before a cursor that you have received. An incident is over when its `expiresAt` has passed, even if no change announces it. Changes to a coarse incident appear from the next full hour. A cursor older than 30 days returns 422 at `cursor`: clear the copy and start again.',
  access: { scope: 'incidents:read' },
  query: PageQuery,
  reply: z.object({
    data: z.array(IncidentChange),
    page: z.object({
      nextCursor: z
        .string()
        .describe('Send it as `cursor` with the next request. Never null: the list of changes has no end.'),
    }),
    more: z.boolean().describe('True if more changes are available now.'),
    asOf: Instant,
  }),
  examples: {
    query: { limit: 100 },
    reply: {
      data: [
        exampleChange,
        {
          version: 4712,
          incidentId: 'd9a5c1de-07c9-4f0b-8a8f-51a5d0f2c1b7',
          change: 'gone',
          reason: 'withdrawn',
          mergedInto: null,
        },
      ],
      page: { nextCursor: 'q3Jm0v8V1s0bZ2m6wE4XNXsidiI6NDcxMn0' },
      more: false,
      asOf: '2026-11-20T06:53:10Z',
    },
  },
})

/** How long a stream is at most, in seconds. */
export const STREAM_SECONDS = 600

export const streamIncidentChanges = operation({
  name: 'streamIncidentChanges',
  method: 'get',
  path: '/api/v1/incidents/changes/stream',
  rpc: 'list_incident_changes',
  tag: 'Incidents',
  summary: 'Follow changes to the incident feed',
  description:
    'What `/incidents/changes` lists, as server-sent events: what happened since your cursor at once, then each change within seconds. The `data` of an event is an `IncidentChange`, its `id` a cursor: send the last one as `Last-Event-ID` when you connect again, as clients of server-sent events do, or as `cursor`, also to `/incidents/changes`. Lines that begin with a colon are comments, sent every 15 seconds to keep the connection open. A stream ends after ten minutes, or when our server restarts: connect again. It also ends, within a minute, when its key was revoked. A key, or a person, has up to five streams at once; a further one returns 429. A cursor older than 30 days returns 422 at `cursor`: clear the copy and start without it.',
  access: { scope: 'incidents:read' },
  events: true,
  query: PageQuery.pick({ cursor: true }).extend({
    cursor: PageQuery.shape.cursor.describe(
      'The `id` of the last event that you received, or `page.nextCursor` of `/incidents/changes`. Without it the stream begins with every incident that changed in the last 30 days.',
    ),
    maxSeconds: queryNumber(z.int().min(0).max(STREAM_SECONDS))
      .default(STREAM_SECONDS)
      .optional()
      .describe('When the stream ends. With 0 it has what is there now.'),
  }),
  reply: z.instanceof(ReadableStream),
  examples: {
    query: { maxSeconds: 0 },
    reply: `retry: 3000\n\nid: q3Jm0v8V1s0bZ2m6wE4XNXsidiI6NDcxMX0\ndata: ${JSON.stringify(exampleChange)}\n\n`,
  },
})
