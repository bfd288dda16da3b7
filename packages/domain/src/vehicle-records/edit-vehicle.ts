import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { editVehicle as operation } from './contract.ts'

/** Writes a vehicle's facts as a new version. @throws {DomainError} `not_found`, `version_conflict`, `plate_taken` */
export const editVehicle = useCase(operation, (caller, { id, ...facts }) =>
  callRpc(caller, 'edit_vehicle', {
    p_id: id,
    p_version: facts.version,
    p_plate: facts.plate,
    p_reason: facts.reason,
    p_fleet_name: facts.fleetName,
    p_sacco_id: facts.saccoId,
    p_route_ids: facts.routeIds,
    p_capacity: facts.capacity,
  }),
)
