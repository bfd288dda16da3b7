import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { Category } from '../incidents/contract.ts'
import { forAdmins, operation } from '../shared/operation.ts'
import {
  FilePage,
  Instant,
  Labels,
  orNull,
  Page,
  PageQuery,
  queryNumber,
  RequestDay,
  Searched,
  Text,
} from '../shared/shapes.ts'

export const AuditEvent = z
  .object({
    id: z.string(),
    at: Instant,
    actor: orNull(PersonRef).describe('Null for the operator of the server.'),
    action: z.string().describe('The action, as `noun.verb`.'),
    subjectKind: z.string(),
    subjectId: z.string(),
    reason: z.string().nullable().describe('The reason, as text or as a code.'),
    reasonLabel: orNull(Labels).describe('The text for a reason code; null if the reason is a text.'),
    about: z
      .object({
        plate: z.string().optional(),
        placeName: z.string().optional(),
        category: Category.optional(),
        name: z.string().optional(),
      })
      .describe('What the subject is: plate, place and category, or the name; only what it has.'),
    detail: z.record(z.string(), z.unknown()).describe('The change, in ids and codes.'),
  })
  .meta({ id: 'AuditEvent', description: 'A privileged action. Kept for 24 months.' })
export type AuditEvent = z.infer<typeof AuditEvent>

const auditFilters = {
  action: Text.max(80)
    .optional()
    .describe('For example `user.roles_changed`, or `user` for all actions on users. An unknown one matches nothing.'),
  subjectKind: Text.max(80).optional().describe('Filter by the kind of subject. An unknown one matches nothing.'),
  subjectId: Text.max(80).optional().describe('Filter by the id of the subject. An unknown one matches nothing.'),
  actorId: z.uuid().optional().describe('Filter by actor. An unknown one matches nothing.'),
  q: Searched.trim()
    .min(2)
    .max(80)
    .optional()
    .describe('Search in the reason and in what it is about (`about`): of the last 90 days, unless `from` is given.'),
  from: RequestDay.optional().describe('Filter by day: this day or later.'),
  to: RequestDay.optional().describe('Filter by day: this day or earlier.'),
}

export const listAuditLog = operation({
  name: 'listAuditLog',
  method: 'get',
  path: '/api/v1/admin/audit-log',
  ...forAdmins,
  summary: 'List the audit log',
  description: 'Returns privileged actions with actor, subject and reason, newest first. Filters are combined.',
  query: PageQuery.extend(auditFilters),
  reply: z.object({ data: z.array(AuditEvent), page: Page }),
  examples: {
    query: { action: 'user.roles_changed', from: '2026-11-01' },
    reply: {
      data: [
        {
          id: '17',
          at: '2026-11-20T07:00:00Z',
          actor: { id: '0a000000-0000-4000-8000-000000000004', email: 'dalmas@salama.test', displayName: null },
          action: 'user.roles_changed',
          subjectKind: 'user',
          subjectId: '0a000000-0000-4000-8000-000000000003',
          reason: 'Passed the field test.',
          reasonLabel: null,
          about: {},
          detail: { before: [], after: ['surveyor'] },
        },
      ],
      page: { nextCursor: null },
    },
  },
})

export const MAX_AUDIT_FILE = 5_000

export const exportAuditLog = operation({
  name: 'exportAuditLog',
  method: 'get',
  path: '/api/v1/admin/audit-log/export',
  ...forAdmins,
  summary: 'Export the audit log as CSV',
  description:
    'Returns the entries as a CSV file (RFC 4180, UTF-8, with a header line), newest first, 1,000 per file unless `limit` sets another number. If there are more, a `Link` header with `rel="next"` has the URL of the next file. Cells that a spreadsheet would interpret as a formula start with an apostrophe.',
  query: z.object({
    ...auditFilters,
    limit: queryNumber(z.int().min(1).max(MAX_AUDIT_FILE)).default(1000).describe('Entries per file, at most 5,000.'),
    cursor: PageQuery.shape.cursor,
  }),
  reply: FilePage,
  file: { type: 'text/csv', name: 'audit-log.csv' },
  examples: {
    query: { from: '2026-11-01', to: '2026-11-30' },
    reply: {
      text: 'at,actorId,actorEmail,action,subjectKind,subjectId,reason,detail,about\r\n2026-11-20T07:00:00Z,0a000000-0000-4000-8000-000000000004,dalmas@salama.test,user.roles_changed,user,0a000000-0000-4000-8000-000000000003,Passed the field test.,"{""after"":[""surveyor""],""before"":[]}",\r\n',
      page: { nextCursor: null },
    },
  },
})
