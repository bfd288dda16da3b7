import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getLearningProgress as operation } from './contract.ts'

/** The caller's own progress in every course that they have begun. */
export const getLearningProgress = useCase(operation, (caller, { locale }) =>
  callRpc(caller, 'get_learning_progress', { p_locale: locale }),
)
