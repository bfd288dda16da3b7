import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { undoReviewDecision as operation } from './contract.ts'

/** Puts an entry and its subject back to where they were before the last decision. @throws {DomainError} `version_conflict` and the others that the operation names */
export const undoReviewDecision = useCase(operation, (caller, { id, version, reason }) =>
  callRpc(caller, 'undo_review_decision', { p_id: id, p_version: version, p_reason: reason }),
)
