import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { markLearningModuleProgress as operation } from './contract.ts'

/**
 * Adds what the caller completed in a module, and grades their answers.
 *
 * @throws {DomainError} `not_found`, `invalid_request` (an item or an answer that the module does not have),
 *   `version_conflict`, `quiz_not_passed`, `rate_limited`
 */
export const markLearningModuleProgress = useCase(operation, (caller, input) =>
  callRpc(caller, 'mark_learning_module_progress', {
    p_module_id: input.moduleId,
    p_completed_items: input.completedItems,
    p_quiz_answers: input.quizAnswers,
    p_course_version: input.courseVersion,
    p_locale: input.locale,
  }),
)
