import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { asHolder } from './as-holder.ts'
import { lookAtReceipt as operation } from './contract.ts'

/** What became of the report with this receipt. @throws {DomainError} `not_found` */
export const lookAtReceipt = useCase(operation, (caller, { code }) =>
  callRpc(asHolder(caller), 'look_at_receipt', { p_code: code }),
)
