import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant, PageQuery } from '../shared/shapes.ts'
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
        { version: 4711, incidentId: exampleIncident.id, change: 'upsert', incident: exampleIncident },
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
