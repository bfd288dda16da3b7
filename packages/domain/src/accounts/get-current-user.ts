import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getCurrentUser as operation } from './contract.ts'

/** The caller, with the roles that they have now. */
export const getCurrentUser = useCase(operation, (caller) => callRpc(caller, 'get_current_user'))
