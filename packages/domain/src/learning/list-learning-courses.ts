import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { listLearningCourses as operation } from './contract.ts'

/** All courses, and where the caller is in each; for a visitor none is begun. */
export const listLearningCourses = useCase(operation, (caller, { locale }) =>
  callRpc(caller, 'list_learning_courses', { p_locale: locale }),
)
