import { callRpc } from '../machinery/call-rpc.ts'
import { Submitted } from '../machinery/submitted.ts'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import { submitVehicleCollectionEntry as operation } from './contract.ts'

const submit = rpcOf(operation)

/**
 * Takes what a surveyor recorded of one vehicle. Safe to repeat with the same `id`.
 *
 * @throws {DomainError} `id_reused`, `unknown_stop`; `invalid_transition` where the entry that it revises was not returned
 */
export const submitVehicleCollectionEntry = useCase(operation, async (caller, input) => {
  const { repeated } = Submitted.parse(await submit(caller, input))
  const entry = await callRpc(caller, 'get_collection_entry', { p_id: input.id })
  return { ...Object(entry), repeated }
})
