import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { listFieldNames as operation } from './contract.ts'

/** What a surveyor's phone keeps to choose from without a line. */
export const listFieldNames = useCase(operation, (caller) => callRpc(caller, 'list_field_names'))
