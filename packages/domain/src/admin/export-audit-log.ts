import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import { AuditEvent, exportAuditLog as operation } from './audit-contract.ts'

const Entries = z.object({ data: z.array(AuditEvent), page: z.object({ nextCursor: z.string().nullable() }) })

const COLUMNS = ['at', 'actorId', 'actorEmail', 'action', 'subjectKind', 'subjectId', 'reason', 'detail', 'about']

const row = ({ at, actor, action, subjectKind, subjectId, reason, detail, about }: AuditEvent) => [
  at,
  actor?.id,
  actor?.email,
  action,
  subjectKind,
  subjectId,
  reason,
  JSON.stringify(detail),
  Object.values(about).join(', '),
]

const listed = rpcOf(operation)

/** The audit log as CSV. Reasons are user input: what a spreadsheet would run as a formula is escaped. */
export const exportAuditLog = useCase(operation, async (caller, input) => {
  const { data, page } = Entries.parse(await listed(caller, input))
  return { text: stringify([COLUMNS, ...data.map(row)], { record_delimiter: 'windows', escape_formulas: true }), page }
})
