import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { auditArgs } from './audit-args.ts'
import { listAuditLog as operation } from './contract.ts'

/** What people with power did, newest first. */
export const listAuditLog = useCase(operation, (caller, { limit, cursor, ...filters }) =>
  listPage(caller, operation.name, { limit, cursor }, 'list_audit_log', auditArgs(filters)),
)
