import { callRpc } from '../machinery/call-rpc.ts'
import { rpcOf, Submitted, useCase } from '../machinery/use-case.ts'
import * as contract from './contract.ts'

export const getCollectionEntry = useCase(contract.getCollectionEntry)
export const listCollectionEntries = useCase(contract.listCollectionEntries)
export const withdrawCollectionEntry = useCase(contract.withdrawCollectionEntry)

const send = rpcOf(contract.submitVehicleCollectionEntry)

/**
 * Stores what a surveyor recorded of one vehicle. Idempotent by `id`.
 * @throws {DomainError} `id_reused`, `unknown_stop`; `invalid_transition` where the revised entry was not returned
 */
export const submitVehicleCollectionEntry = useCase(contract.submitVehicleCollectionEntry, async (caller, input) => {
  const { repeated } = Submitted.parse(await send(caller, input))
  const entry = await callRpc(caller, 'get_collection_entry', { p_id: input.id })
  return { ...Object(entry), repeated }
})
