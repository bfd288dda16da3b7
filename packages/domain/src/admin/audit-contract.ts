import { z } from 'zod'
import { PersonRef } from '../accounts/contract.ts'
import { operation } from '../shared/operation.ts'
import { FilePage, Instant, orNull, Page, PageQuery, queryNumber, RequestDay, Text } from '../shared/shapes.ts'

const ADMIN = { role: 'admin' } as const

export const AuditEvent = z
  .object({
    id: z.string(),
    at: Instant,
    actor: orNull(PersonRef).meta({ description: 'Null: the operator, on the server.' }),
    action: z.string().meta({ description: 'What was done, as `noun.verb`.' }),
    subjectKind: z.string(),
    subjectId: z.string(),
    reason: z.string().nullable().meta({ description: 'Why, as the person said it or as a code.' }),
    reasonLabel: orNull(z.object({ en: z.string(), sw: z.string() })).meta({
      description: 'The words of a reason that is a code; null for one in words.',
    }),
    detail: z.record(z.string(), z.unknown()).meta({ description: 'What changed, in ids and codes.' }),
  })
  .meta({ id: 'AuditEvent', description: 'One act of somebody with power. Kept for 24 months.' })
export type AuditEvent = z.infer<typeof AuditEvent>

const auditFilters = {
  action: Text.max(80)
    .optional()
    .meta({ description: 'For example `user.roles_changed`, or `user` for everything that was done to users.' }),
  subjectKind: Text.max(80).optional().meta({ description: 'What kind of thing it was done to, as in the entries.' }),
  subjectId: Text.max(80).optional().meta({ description: 'The very thing that it was done to.' }),
  actorId: z.uuid().optional().meta({ description: 'Who did it.' }),
  from: RequestDay.optional().meta({ description: 'Not before this day.' }),
  to: RequestDay.optional().meta({ description: 'Not after this day.' }),
}

export const listAuditLog = operation({
  name: 'listAuditLog',
  method: 'get',
  path: '/api/v1/admin/audit-log',
  rpc: 'list_audit_log',
  tag: 'Admin',
  summary: 'What was done',
  description: 'What people with power did, to what and why, newest first. With filters, only what fits all of them.',
  access: ADMIN,
  query: PageQuery.extend(auditFilters),
  reply: z.object({ data: z.array(AuditEvent), page: Page }),
  errors: [],
  cache: 'no-store',
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
          detail: { before: [], after: ['surveyor'] },
        },
      ],
      page: { nextCursor: null },
    },
  },
})

/** Most entries in one file. */
export const MAX_AUDIT_FILE = 5_000

export const exportAuditLog = operation({
  name: 'exportAuditLog',
  method: 'get',
  path: '/api/v1/admin/audit-log/export',
  rpc: 'export_audit_log',
  tag: 'Admin',
  summary: 'The audit log as a CSV file',
  description:
    'The same entries as a file for a spreadsheet (RFC 4180, UTF-8, with a header line), newest first, 1,000 a file unless `limit` asks for another number. Where there are more, a `Link` header with `rel="next"` names the address of the next file. A cell that a spreadsheet would take for a formula begins with an apostrophe.',
  access: ADMIN,
  query: z.object({
    ...auditFilters,
    limit: queryNumber(z.int().min(1).max(MAX_AUDIT_FILE))
      .default(1000)
      .meta({ description: 'Entries in one file, at most 5,000.' }),
    cursor: PageQuery.shape.cursor,
  }),
  reply: FilePage,
  file: { type: 'text/csv', name: 'audit-log.csv' },
  errors: [],
  cache: 'no-store',
  examples: {
    query: { from: '2026-11-01', to: '2026-11-30' },
    reply: {
      text: 'at,actorId,actorEmail,action,subjectKind,subjectId,reason,detail\r\n2026-11-20T07:00:00Z,0a000000-0000-4000-8000-000000000004,dalmas@salama.test,user.roles_changed,user,0a000000-0000-4000-8000-000000000003,Passed the field test.,"{""after"":[""surveyor""],""before"":[]}"\r\n',
      page: { nextCursor: null },
    },
  },
})
