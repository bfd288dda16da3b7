import { callRpc } from '../machinery/call-rpc.ts'
import { placeArgs } from '../machinery/place-args.ts'
import { useCase } from '../machinery/use-case.ts'
import { createAssignment as operation } from './admin-contract.ts'

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
    p_title_sw: input.titleSw,
    p_instructions_sw: input.instructionsSw,
    p_south: input.area?.south,
    p_west: input.area?.west,
    p_north: input.area?.north,
    p_east: input.area?.east,
    ...placeArgs(input.place),
    p_corridor_id: input.corridorId,
    p_route_id: input.routeId,
    p_due_at: input.dueAt,
    p_slot_count: input.slotCount,
    p_idempotency_key: input.idempotencyKey,
  }),
)
