import { z } from 'zod'
import { operation } from '../shared/operation.ts'
import { Instant, Page, PageQuery, queryNumber, RequestDay } from '../shared/shapes.ts'
import { ASSIGNMENT_COLUMNS, COUNT_COLUMNS, type Column, ENTRY_COLUMNS } from './columns-contract.ts'

const TYPES = {
  text: z.string(),
  uuid: z.uuid(),
  integer: z.int(),
  decimal: z.number(),
  boolean: z.boolean(),
  instant: Instant,
} as const

const shapeOf = ({ type, required, means }: Column) =>
  (required ? TYPES[type] : TYPES[type].nullable()).meta({ description: means })

/** The shape of a row follows from its columns. */
const rowOf = (columns: readonly Column[]) =>
  z.object(Object.fromEntries(columns.map((column) => [column.name, shapeOf(column)])))

/** Most rows in one response. */
export const MAX_EXPORT_ROWS = 1_000

const common = {
  tag: 'Admin',
  access: { role: 'admin' },
  cache: 'no-store',
  method: 'get',
  query: z.object({
    from: RequestDay.optional().meta({ description: 'Not before this day.' }),
    to: RequestDay.optional().meta({ description: 'Not after this day.' }),
    limit: queryNumber(z.int().min(1).max(MAX_EXPORT_ROWS))
      .default(MAX_EXPORT_ROWS)
      .meta({ description: 'Rows in one response, at most 1,000.' }),
    cursor: PageQuery.shape.cursor,
  }),
  errors: [],
} as const
const ABOUT =
  'Rows for analysis, oldest first, 1,000 at most in one response. Surveyors are codes, the same in every file; notes that may hold contact data are left out.'

const ENTRY = Object.fromEntries(ENTRY_COLUMNS.map(({ name }) => [name, null]))
const example = { query: { from: '2026-11-01', to: '2026-11-30' } }

export const exportCollectionEntries = operation({
  ...common,
  name: 'exportCollectionEntries',
  path: '/api/v1/admin/field-work/entries',
  rpc: 'export_collection_entries',
  summary: 'Recorded vehicles as a table',
  description: `${ABOUT} A correction and the entry that it replaces are both in it.`,
  reply: z.object({ data: z.array(rowOf(ENTRY_COLUMNS).meta({ id: 'ExportedEntry' })), page: Page }),
  examples: {
    ...example,
    reply: {
      data: [
        {
          ...ENTRY,
          id: '8e1d5f42-9b6a-4c7d-a0e3-1f2a3b4c5d6e',
          state: 'approved',
          surveyor: 'S-5f1c09ab3e',
          sessionId: '2c1f7a90-6a53-4c3e-8f0d-6b1d5a7e9c44',
          capturedAt: '2026-11-20T06:40:00Z',
          receivedAt: '2026-11-20T06:52:04Z',
          plate: 'KZZ 101D',
          plateKey: 'KZZ101D',
          seats: 33,
          photos: 0,
          seenBefore: false,
          late: false,
          contested: false,
        },
      ],
      page: { nextCursor: null },
    },
  },
})

export const exportAssignments = operation({
  ...common,
  name: 'exportAssignments',
  path: '/api/v1/admin/field-work/assignments',
  rpc: 'export_assignments',
  summary: 'Assignments as a table',
  description: `${ABOUT} With what was asked of each slot and what came of it.`,
  reply: z.object({ data: z.array(rowOf(ASSIGNMENT_COLUMNS).meta({ id: 'ExportedAssignment' })), page: Page }),
  examples: { ...example, reply: { data: [], page: { nextCursor: null } } },
})

export const exportStageCounts = operation({
  ...common,
  name: 'exportStageCounts',
  path: '/api/v1/admin/field-work/stage-counts',
  rpc: 'export_stage_counts',
  summary: 'Stage counts as a table',
  description: `${ABOUT} A row for each route and quarter of an hour in which something was counted.`,
  reply: z.object({ data: z.array(rowOf(COUNT_COLUMNS).meta({ id: 'ExportedCount' })), page: Page }),
  examples: { ...example, reply: { data: [], page: { nextCursor: null } } },
})
