import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { getLearningCourse as operation } from './contract.ts'

/** A whole course by id or slug, in the caller's version; a visitor reads the newest. @throws {DomainError} `not_found` */
export const getLearningCourse = useCase(operation, (caller, { id, locale }) =>
  callRpc(caller, 'get_learning_course', { p_id: id, p_locale: locale }),
)
