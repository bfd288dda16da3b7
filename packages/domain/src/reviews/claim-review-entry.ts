import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { claimReviewEntry as operation } from './contract.ts'

/** Takes an entry for 15 minutes. @throws {DomainError} `entry_claimed` and the others that the operation names */
export const claimReviewEntry = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'claim_review_entry', { p_id: id }),
)
