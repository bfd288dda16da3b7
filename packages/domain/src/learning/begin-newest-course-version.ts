import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { beginNewestCourseVersion as operation } from './app-contract.ts'

/** Moves the caller on to the newest version of a course that they began. @throws {DomainError} `not_found` */
export const beginNewestCourseVersion = useCase(operation, (caller, { courseId, locale }) =>
  callRpc(caller, 'begin_newest_course_version', { p_course_id: courseId, p_locale: locale }),
)
