import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant, PageQuery } from '../shared/shapes.ts'
import { exampleIncident, Incident } from './contract.ts'

// The changes that another system needs to sync a copy of the feed.

const changeMembers = { version: z.int().meta({ description: 'Grows from entry to entry.' }), incidentId: z.uuid() }

/** One change to apply to a copy of the feed. */
export const IncidentChange = z
  .discriminatedUnion('change', [
    z.object({ ...changeMembers, change: z.literal('upsert'), incident: Incident }),
    z.object({
      ...changeMembers,
      change: z.literal('gone'),
      reason: z.string().meta({ description: 'Why, as a code: `withdrawn`, `refuted`, `rejected`, `merged` …' }),
      mergedInto: z.uuid().nullable().meta({ description: 'The incident that it became part of.' }),
    }),
  ])
  .meta({ id: 'IncidentChange', description: 'One thing that a copy of the feed has to do.' })

export const listIncidentChanges = operation({
  name: 'listIncidentChanges',
  method: 'get',
  path: '/api/v1/incidents/changes',
  rpc: 'list_incident_changes',
  tag: 'Incidents',
  summary: 'What changed, to keep a copy of the feed',
  description:
    'Keeps a copy of all incidents in step. Begin without `cursor`: the first pages are every incident that changed in the last 30 days, all live ones among them. Apply each entry in order: `upsert` puts the incident in the place of what you have under its id, `gone` removes it. Then call again with `page.nextCursor`: at once while `more` is true, else every minute or so. An incident comes once, as it is now, at the position of its last change, and never behind a cursor that you were given. An incident whose `expiresAt` has passed is over; that is announced later or not at all. A coarse incident and all its changes come from the next full hour on. A cursor that is older than 30 days answers 422 at `cursor`: empty the copy and begin again.',
  access: { scope: 'incidents:read' },
  query: PageQuery,
  reply: z.object({
    data: z.array(IncidentChange),
    page: z.object({
      nextCursor: z.string().meta({ description: 'Send as `cursor` the next time. Never null: changes have no end.' }),
    }),
    more: z.boolean().meta({ description: 'More is waiting already.' }),
    asOf: Instant,
  }),
  errors: [],
  cache: 'no-store',
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
