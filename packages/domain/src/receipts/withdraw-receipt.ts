import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { asHolder } from './as-holder.ts'
import { withdrawReceipt as operation } from './contract.ts'

/** Takes the report with this receipt back. Doing it again changes nothing. @throws {DomainError} `not_found` */
export const withdrawReceipt = useCase(operation, (caller, { code }) =>
  callRpc(asHolder(caller), 'withdraw_receipt', { p_code: code }),
)
