import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getReviewEntry as operation } from './contract.ts'

/** One entry with its subject and history. @throws {DomainError} `not_found` */
export const getReviewEntry = useCase(operation, (caller, { id }) => callRpc(caller, 'get_review_entry', { p_id: id }))
