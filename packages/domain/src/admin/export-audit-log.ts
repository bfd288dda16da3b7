import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { auditArgs } from './audit-args.ts'
import { AuditEvent, exportAuditLog as operation } from './contract.ts'

const Entries = z.object({ data: z.array(AuditEvent), page: z.object({ nextCursor: z.string().nullable() }) })

const COLUMNS = ['at', 'actorId', 'actorEmail', 'action', 'subjectKind', 'subjectId', 'reason', 'detail']

const row = ({ at, actor, action, subjectKind, subjectId, reason, detail }: AuditEvent) => [
  at,
  actor?.id,
  actor?.email,
  action,
  subjectKind,
  subjectId,
  reason,
  JSON.stringify(detail),
]

/**
 * What people with power did, as a file for a spreadsheet. Reasons are what somebody wrote, so whatever a spreadsheet would
 * take for a formula is marked as text.
 */
export const exportAuditLog = useCase(operation, async (caller, { limit, cursor, ...filters }) => {
  const found = await listPage(caller, operation.name, { limit, cursor }, 'export_audit_log', auditArgs(filters))
  const { data, page } = Entries.parse(found)
  return { text: stringify([COLUMNS, ...data.map(row)], { record_delimiter: 'windows', escape_formulas: true }), page }
})
