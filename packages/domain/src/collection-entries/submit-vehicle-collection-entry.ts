import { callRpc } from '../machinery/call-rpc.ts'
import { placeArgs } from '../machinery/place-args.ts'
import { Submitted } from '../machinery/submitted.ts'
import { useCase } from '../machinery/use-case.ts'
import { submitVehicleCollectionEntry as operation } from './contract.ts'

/**
 * Takes what a surveyor recorded of one vehicle. Safe to repeat with the same `id`.
 *
 * @throws {DomainError} `id_reused`, `unknown_stop`; `invalid_transition` where the entry that it revises was not returned
 */
export const submitVehicleCollectionEntry = useCase(operation, async (caller, input) => {
  const { repeated } = Submitted.parse(
    await callRpc(caller, 'submit_vehicle_collection_entry', {
      p_id: input.id,
      p_session_id: input.sessionId,
      p_claim_token: input.claimToken,
      p_revises: input.revises,
      p_captured_at: input.capturedAt,
      p_vehicle: input.vehicle,
      ...placeArgs(input.place),
      p_note: input.note,
    }),
  )
  const entry = await callRpc(caller, 'get_collection_entry', { p_id: input.id })
  return { ...Object(entry), repeated }
})
