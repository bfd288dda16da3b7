import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import * as appContract from './app-contract.ts'
import * as contract from './contract.ts'
import * as progressContract from './progress-contract.ts'

export { Course, CourseContent } from './contract.ts'
export { markLearningModuleProgress, submitLearningForm } from './mark-learning-module-progress.ts'
export { CourseProgress } from './progress-contract.ts'

export const beginNewestCourseVersion = useCase(appContract.beginNewestCourseVersion, (caller, { courseId, locale }) =>
  callRpc(caller, 'begin_newest_course_version', { p_course_id: courseId, p_locale: locale }),
)
export const getLearningCourse = useCase(contract.getLearningCourse)
export const getLearningProgress = useCase(progressContract.getLearningProgress)
export const getQuizAttempt = useCase(appContract.getQuizAttempt)
export const listLearningCourses = useCase(contract.listLearningCourses)
export const readLearningCourse = useCase(appContract.readLearningCourse)
