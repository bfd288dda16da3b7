import { callRpc } from '../machinery/call-rpc.ts'
import { placeArgs } from '../machinery/place-args.ts'
import { useCase } from '../machinery/use-case.ts'
import { createAssignment as operation } from './contract.ts'

/**
 * Asks for field work. Safe to repeat with the same Idempotency-Key.
 *
 * @throws {DomainError} `idempotency_key_reused`, `outside_service_area`, `unknown_stop`
 */
export const createAssignment = useCase(operation, (caller, input) =>
  callRpc(caller, 'create_assignment', {
    p_kind: input.kind,
    p_title: input.title,
    p_instructions: input.instructions,
    ...placeArgs(input.place),
    p_corridor_id: input.corridorId,
    p_route_id: input.routeId,
    p_due_at: input.dueAt,
    p_slot_count: input.slotCount,
    p_idempotency_key: input.idempotencyKey,
  }),
)
