import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getCollectionEntry as operation } from './contract.ts'

/** One of the caller's own entries. @throws {DomainError} `not_found` */
export const getCollectionEntry = useCase(operation, (caller, { id }) =>
  callRpc(caller, 'get_collection_entry', { p_id: id }),
)
