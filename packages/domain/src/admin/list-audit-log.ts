import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listAuditLog as operation } from './contract.ts'

/** What people with power did, newest first. */
export const listAuditLog = useCase(operation, (caller, { action, subjectKind, subjectId, actorId, ...page }) =>
  listPage(caller, operation.name, page, 'list_audit_log', {
    p_action: action,
    p_subject_kind: subjectKind,
    p_subject_id: subjectId,
    p_actor_id: actorId,
  }),
)
