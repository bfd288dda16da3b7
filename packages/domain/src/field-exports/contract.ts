import { z } from 'zod'
import { EXAMPLE } from '../shared/examples.ts'
import { forAdmins, operation } from '../shared/operation.ts'
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

const shapeOf = ({ type, required, means }: Column) => (required ? TYPES[type] : TYPES[type].nullable()).describe(means)

/** The shape of a row follows from its columns. */
const rowOf = (columns: readonly Column[]) =>
  z.object(Object.fromEntries(columns.map((column) => [column.name, shapeOf(column)])))

export const MAX_EXPORT_ROWS = 1_000

const common = {
  ...forAdmins,
  method: 'get',
  query: z.object({
    from: RequestDay.optional().describe('Filter by day: this day or later.'),
    to: RequestDay.optional().describe('Filter by day: this day or earlier.'),
    limit: queryNumber(z.int().min(1).max(MAX_EXPORT_ROWS))
      .default(MAX_EXPORT_ROWS)
      .describe('Rows per response, at most 1,000.'),
    cursor: PageQuery.shape.cursor,
  }),
} as const
const ABOUT =
  'Returns rows for analysis, oldest first, at most 1,000 per response. Surveyors appear as codes, the same in every file; notes that may contain contact data are omitted.'

const ENTRY = Object.fromEntries(ENTRY_COLUMNS.map(({ name }) => [name, null]))
const example = { query: { from: '2026-11-01', to: '2026-11-30' } }

export const exportCollectionEntries = operation({
  ...common,
  name: 'exportCollectionEntries',
  path: '/api/v1/admin/field-work/entries',
  summary: 'Export recorded vehicles as CSV',
  description: `${ABOUT} Includes both a correction and the entry that it replaces.`,
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
          plate: EXAMPLE.plate,
          plateKey: EXAMPLE.plateKey,
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
  summary: 'Export assignments as CSV',
  description: `${ABOUT} Includes the target and the result of each slot.`,
  reply: z.object({ data: z.array(rowOf(ASSIGNMENT_COLUMNS).meta({ id: 'ExportedAssignment' })), page: Page }),
  examples: { ...example, reply: { data: [], page: { nextCursor: null } } },
})

export const exportStageCounts = operation({
  ...common,
  name: 'exportStageCounts',
  path: '/api/v1/admin/field-work/stage-counts',
  summary: 'Export stop counts as CSV',
  description: `${ABOUT} One row for each route and quarter of an hour with a count.`,
  reply: z.object({ data: z.array(rowOf(COUNT_COLUMNS).meta({ id: 'ExportedCount' })), page: Page }),
  examples: { ...example, reply: { data: [], page: { nextCursor: null } } },
})
