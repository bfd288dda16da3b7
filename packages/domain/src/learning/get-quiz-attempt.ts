import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getQuizAttempt as operation } from './app-contract.ts'

/** The caller's last try at a module's quiz. */
export const getQuizAttempt = useCase(operation, (caller, { moduleId, locale }) =>
  callRpc(caller, 'get_quiz_attempt', { p_module_id: moduleId, p_locale: locale }),
)
