import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { answerReport as operation } from './contract.ts'

/** Answers what a reviewer asked about one of the caller's own reports. @throws {DomainError} `not_found`, `invalid_transition` */
export const answerReport = useCase(operation, (caller, { id, answer }) =>
  callRpc(caller, 'answer_report', { p_id: id, p_answer: answer }),
)
