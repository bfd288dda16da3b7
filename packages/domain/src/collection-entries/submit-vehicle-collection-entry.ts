import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { Submitted } from '../machinery/submitted.ts'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import { submitEntryInApp as inApp, submitVehicleCollectionEntry as operation } from './contract.ts'

const send = rpcOf(operation)

/**
 * Stores what a surveyor recorded of one vehicle. Idempotent by `id`.
 *
 * @throws {DomainError} `id_reused`, `unknown_stop`; `invalid_transition` where the revised entry was not returned
 */
export const submitVehicleCollectionEntry = useCase(operation, submit)

/** The same as `submitVehicleCollectionEntry`, for the surveyor app's own route. */
export const submitEntryInApp = useCase(inApp, submit)

async function submit(caller: Caller, input: InputOf<typeof operation>): Promise<unknown> {
  const { repeated } = Submitted.parse(await send(caller, input))
  const entry = await callRpc(caller, 'get_collection_entry', { p_id: input.id })
  return { ...Object(entry), repeated }
}
