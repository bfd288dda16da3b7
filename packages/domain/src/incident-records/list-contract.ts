import { z } from 'zod'
import { AnyCorroboration, Category } from '../incidents/contract.ts'
import { Box } from '../incidents/list-contract.ts'
import { IncidentBeside } from '../review-subjects/contract.ts'
import { EXAMPLE } from '../shared/examples.ts'
import { forReviewers, operation } from '../shared/operation.ts'
import { CorridorRef, orNull, Page, PageQuery, queryNumber, RequestDay, Searched } from '../shared/shapes.ts'
import { exampleRecord } from './contract.ts'

export const INCIDENT_STATES = ['standing', 'live', 'over', 'gone'] as const

export const IncidentRow = IncidentBeside.omit({ distanceM: true })
  .extend({
    reports: z.int().describe('Number of reports, without withdrawn and rejected ones.'),
    corridor: orNull(CorridorRef),
    note: z.string().nullable().describe('The first words of the first note. Notes are never public.'),
    photos: z.int().min(0),
  })
  .meta({ id: 'IncidentRow', description: 'An incident in a list for reviewers.' })

export const listIncidentRecords = operation({
  name: 'listIncidentRecords',
  method: 'get',
  path: '/api/v1/admin/incidents',
  ...forReviewers,
  summary: 'List incidents for reviewers',
  description:
    'Returns incidents for reviewers, public or not, by their first report, newest first. `q` is an id, the start of a plate, a category, a word of a note, or the name of a stop, main road, vehicle or operator. Coarse incidents are sorted by the full hour.',
  query: PageQuery.extend({
    q: Searched.trim().min(1).max(100).optional().describe('The search query.'),
    category: Category.optional(),
    state: z
      .enum(INCIDENT_STATES)
      .optional()
      .describe('`live`, `over`, `gone` (merged or retracted), or `standing` (all except `gone`).'),
    corroboration: AnyCorroboration.optional().describe('Filter by confidence.'),
    from: RequestDay.optional().describe('First day of publication.'),
    to: RequestDay.optional().describe('Last day of publication.'),
    corridorId: z.uuid().optional().describe('Filter by main road.'),
    least: queryNumber(z.int().min(1).max(1000)).optional().describe('Minimum number of reports.'),
    most: queryNumber(z.int().min(1).max(1000)).optional().describe('Maximum number of reports.'),
    leastSeverity: queryNumber(z.int().min(1).max(4)).optional().describe('Minimum severity of the category.'),
    bbox: Box.optional().describe('`minLng,minLat,maxLng,maxLat`, each side at most two degrees.'),
  }),
  spread: ['bbox'],
  reply: z.object({ data: z.array(IncidentRow), page: Page }),
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
          placeName: EXAMPLE.stop,
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
