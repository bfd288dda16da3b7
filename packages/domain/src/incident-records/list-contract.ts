import { z } from 'zod'
import { AnyCorroboration, Box, Category } from '../incidents/contract.ts'
import { IncidentBeside } from '../review-subjects/contract.ts'
import { operation } from '../shared/operation.ts'
import { CorridorRef, orNull, Page, PageQuery, queryNumber, RequestDay, Text } from '../shared/shapes.ts'
import { exampleRecord } from './contract.ts'

const ADMIN = { role: 'admin' } as const

export const INCIDENT_STATES = ['standing', 'live', 'over', 'gone'] as const

export const IncidentRow = IncidentBeside.omit({ distanceM: true })
  .extend({
    reports: z.int().meta({ description: 'Reports that were not withdrawn or rejected.' }),
    corridor: orNull(CorridorRef),
    note: z.string().nullable().meta({ description: 'The beginning of the first note. Notes are never public.' }),
    photos: z.int().min(0),
  })
  .meta({ id: 'IncidentRow', description: 'An incident in a list, as reviewers see it.' })

export const listIncidentRecords = operation({
  name: 'listIncidentRecords',
  method: 'get',
  path: '/api/v1/admin/incidents',
  rpc: 'list_incident_records',
  tag: 'Reviews',
  summary: 'Incidents of every state',
  description:
    'Incidents as reviewers see them, public or not, newest first by their first report. `q` is an id, the beginning of a plate, a category, a word of a note, or the name of a stage, a main road, a vehicle or an operator. A coarse one is ordered by the full hour.',
  access: ADMIN,
  query: PageQuery.extend({
    q: Text.trim().min(1).max(100).optional().meta({ description: 'What to look for.' }),
    category: Category.optional(),
    state: z.enum(INCIDENT_STATES).optional().meta({
      description: '`live`, `over`, `gone` (merged or retracted), or `standing`, all but those.',
    }),
    corroboration: AnyCorroboration.optional().meta({ description: 'How sure we are of it.' }),
    from: RequestDay.optional().meta({ description: 'The first day on which it became public.' }),
    to: RequestDay.optional().meta({ description: 'The last one.' }),
    corridorId: z.uuid().optional().meta({ description: 'On this main road.' }),
    least: queryNumber(z.int().min(1).max(1000)).optional().meta({ description: 'So many reports at least.' }),
    most: queryNumber(z.int().min(1).max(1000)).optional().meta({ description: 'So many at most.' }),
    bbox: Box.optional().meta({ description: '`minLng,minLat,maxLng,maxLat`, a side at most 0.5 degrees.' }),
  }),
  spread: ['bbox'],
  reply: z.object({ data: z.array(IncidentRow), page: Page }),
  errors: [],
  cache: 'no-store',
  examples: {
    query: { state: 'standing' },
    reply: {
      data: [
        {
          id: exampleRecord.id,
          category: 'crash',
          visibility: 'public',
          lifecycle: 'active',
          corroboration: 'unverified',
          place: exampleRecord.place,
          placeName: 'Koja',
          firstSeenAt: exampleRecord.firstSeenAt,
          lastSeenAt: exampleRecord.lastSeenAt,
          vehicle: null,
          reports: 1,
          corridor: null,
          note: 'A bus and a car.',
          photos: 0,
        },
      ],
      page: { nextCursor: null },
    },
  },
})
