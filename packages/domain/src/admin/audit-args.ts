import type { InputOf } from '../shared/operation.ts'
import type { listAuditLog } from './contract.ts'

type Filters = Omit<InputOf<typeof listAuditLog>, 'limit' | 'cursor'>

/** The filters of the audit log as its SQL functions take them. */
export const auditArgs = ({ action, subjectKind, subjectId, actorId, from, to }: Filters) => ({
  p_action: action,
  p_subject_kind: subjectKind,
  p_subject_id: subjectId,
  p_actor_id: actorId,
  p_from: from,
  p_to: to,
})
