import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { asHolder } from './as-holder.ts'
import { answerReceipt as operation } from './contract.ts'

/** Answers what a reviewer asked. @throws {DomainError} `not_found`, `invalid_transition` */
export const answerReceipt = useCase(operation, (caller, { code, answer }) =>
  callRpc(asHolder(caller), 'answer_receipt', { p_code: code, p_answer: answer }),
)
