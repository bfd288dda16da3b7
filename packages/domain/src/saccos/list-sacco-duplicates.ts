import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { listSaccoDuplicates as operation } from './contract.ts'

/** Operator groups that may be the same, the likeliest first. */
export const listSaccoDuplicates = useCase(operation, (caller) => callRpc(caller, 'list_sacco_duplicates'))
