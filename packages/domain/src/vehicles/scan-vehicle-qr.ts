import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { scanVehicleQr as operation } from './contract.ts'

/** The vehicle that a scanned or typed text means. @throws {DomainError} `not_found` */
export const scanVehicleQr = useCase(operation, (caller, { identifier }) =>
  callRpc(caller, 'scan_vehicle_qr', { p_text: identifier }),
)
