import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { submitReviewDecision as operation } from './contract.ts'

/** Decides on an entry and moves its subject. @throws {DomainError} `version_conflict` and the others that the operation names */
export const submitReviewDecision = useCase(operation, (caller, input) =>
  callRpc(caller, 'submit_review_decision', {
    p_entry_id: input.entryId,
    p_decision: input.decision,
    p_version: input.version,
    p_reason_code: input.reasonCode,
    p_note: input.note,
    p_edits: input.edits,
    p_duplicate_of: input.duplicateOf,
  }),
)
