import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { exportOwnData as operation } from './contract.ts'

/** Everything that the caller gave us. */
export const exportOwnData = useCase(operation, (caller) => callRpc(caller, 'export_own_data'))
