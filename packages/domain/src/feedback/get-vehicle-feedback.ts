import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getVehicleFeedback as operation } from './contract.ts'

/** What riders say of a vehicle, as figures. @throws {DomainError} `not_found` */
export const getVehicleFeedback = useCase(operation, (caller, { identifier }) =>
  callRpc(caller, 'get_vehicle_feedback', { p_identifier: identifier }),
)
