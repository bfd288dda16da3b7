import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { previewReviewDecisions as operation } from './contract.ts'

/** What a decision would do to each of several entries. Changes nothing. */
export const previewReviewDecisions = useCase(operation, (caller, { entries, decision, reasonCode, note }) =>
  callRpc(caller, 'preview_review_decisions', {
    p_entries: entries,
    p_decision: decision,
    p_reason_code: reasonCode,
    p_note: note,
  }),
)
