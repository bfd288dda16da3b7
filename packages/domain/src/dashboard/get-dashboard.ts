import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getDashboard as operation } from './contract.ts'

/** The service in figures over a period. */
export const getDashboard = useCase(operation, (caller, { from, to }) =>
  callRpc(caller, 'get_dashboard', { p_from: from, p_to: to }),
)
