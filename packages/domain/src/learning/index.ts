import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import * as appContract from './app-contract.ts'
import * as contract from './contract.ts'
import * as pathContract from './path-contract.ts'
import * as progressContract from './progress-contract.ts'

export { Course, CourseContent } from './contract.ts'
export { markLearningModuleProgress, submitLearningForm } from './mark-learning-module-progress.ts'
export { LearningFigures, LearningPath } from './path-contract.ts'
export { CourseProgress } from './progress-contract.ts'

export const beginNewestCourseVersion = useCase(appContract.beginNewestCourseVersion, (caller, { courseId, locale }) =>
  callRpc(caller, 'begin_newest_course_version', { p_course_id: courseId, p_locale: locale }),
)
/** Two calls, as in `markLearningModuleProgress`: the one that counts an attempt must not return its feedback. */
export const answerQuizQuestion = useCase(
  appContract.answerQuizQuestion,
  async (caller, { moduleId, question, answer, courseVersion, locale }) => {
    await callRpc(caller, 'answer_quiz_question', {
      p_module_id: moduleId,
      p_question: question,
      p_answer: answer,
      p_course_version: courseVersion,
    })
    return callRpc(caller, 'get_quiz_feedback', { p_module_id: moduleId, p_locale: locale })
  },
)
export const getLearningCourse = useCase(contract.getLearningCourse)
export const getLearningFigures = useCase(pathContract.getLearningFigures)
export const getLearningPath = useCase(pathContract.getLearningPath)
export const getLearningProgress = useCase(progressContract.getLearningProgress)
export const getQuizAttempt = useCase(appContract.getQuizAttempt)
export const listLearningCourses = useCase(contract.listLearningCourses)
export const setLearningGoal = useCase(pathContract.setLearningGoal, (caller, { itemsPerWeek }) =>
  callRpc(caller, 'set_learning_goal', { p_items_per_week: itemsPerWeek }),
)
export const practiceQuizQuestion = useCase(appContract.practiceQuizQuestion)
export const readLearningCourse = useCase(appContract.readLearningCourse)
