import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { listApiKeys as operation } from './contract.ts'

/** The caller's own keys, without what would let anybody in. */
export const listApiKeys = useCase(operation, (caller) => callRpc(caller, 'list_api_keys'))
