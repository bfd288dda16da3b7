import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { Submitted } from '../machinery/submitted.ts'
import { rpcOf, useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import { submitEntryInApp as inApp, submitVehicleCollectionEntry as operation } from './contract.ts'

const send = rpcOf(operation)

/**
 * Takes what a surveyor recorded of one vehicle. Safe to repeat with the same `id`.
 *
 * @throws {DomainError} `id_reused`, `unknown_stop`; `invalid_transition` where the entry that it revises was not returned
 */
export const submitVehicleCollectionEntry = useCase(operation, submit)

/** As `submitVehicleCollectionEntry`, from the surveyor app. */
export const submitEntryInApp = useCase(inApp, submit)

async function submit(caller: Caller, input: InputOf<typeof operation>): Promise<unknown> {
  const { repeated } = Submitted.parse(await send(caller, input))
  const entry = await callRpc(caller, 'get_collection_entry', { p_id: input.id })
  return { ...Object(entry), repeated }
}
