import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { rpcOf, Submitted, useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import * as contract from './contract.ts'

export const getCollectionEntry = useCase(contract.getCollectionEntry)
export const listCollectionEntries = useCase(contract.listCollectionEntries)
export const withdrawCollectionEntry = useCase(contract.withdrawCollectionEntry)
export const withdrawEntryInApp = useCase(contract.withdrawEntryInApp)

const send = rpcOf(contract.submitVehicleCollectionEntry)

/**
 * Stores what a surveyor recorded of one vehicle. Idempotent by `id`.
 *
 * @throws {DomainError} `id_reused`, `unknown_stop`; `invalid_transition` where the revised entry was not returned
 */
export const submitVehicleCollectionEntry = useCase(contract.submitVehicleCollectionEntry, submit)

/** The same as `submitVehicleCollectionEntry`, for the surveyor app's own route. */
export const submitEntryInApp = useCase(contract.submitEntryInApp, submit)

async function submit(caller: Caller, input: InputOf<typeof contract.submitVehicleCollectionEntry>): Promise<unknown> {
  const { repeated } = Submitted.parse(await send(caller, input))
  const entry = await callRpc(caller, 'get_collection_entry', { p_id: input.id })
  return { ...Object(entry), repeated }
}
