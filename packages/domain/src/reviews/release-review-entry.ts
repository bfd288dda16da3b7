import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { releaseReviewEntry as operation } from './contract.ts'

/** Gives a claimed entry back before its time. @throws {DomainError} `not_found`, `entry_claimed` */
export const releaseReviewEntry = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'release_review_entry', { p_id: id }),
)
