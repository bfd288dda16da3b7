import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getVehicle as operation } from './contract.ts'

/** One vehicle by id, public code or plate. @throws {DomainError} `not_found` */
export const getVehicle = useCase(operation, (caller, { identifier }) =>
  callRpc(caller, 'get_vehicle_profile', { p_identifier: identifier }),
)
