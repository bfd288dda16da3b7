import { callRpc } from '../machinery/call-rpc.ts'
import type { Caller } from '../machinery/caller.ts'
import { useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import { submitLearningForm as form } from './app-contract.ts'
import { markLearningModuleProgress as operation } from './progress-contract.ts'

type Input = Omit<InputOf<typeof operation>, 'courseVersion'> & { courseVersion?: number | undefined }

const mark = (caller: Caller, input: Input) =>
  callRpc(caller, 'mark_learning_module_progress', {
    p_module_id: input.moduleId,
    p_completed_items: input.completedItems,
    p_quiz_answers: input.quizAnswers,
    p_course_version: input.courseVersion,
    p_locale: input.locale,
  })

/**
 * Adds what the caller completed in a module, and grades their answers.
 *
 * @throws {DomainError} `not_found`, `invalid_request` (an item or an answer that the module does not have),
 *   `version_conflict`, `quiz_not_passed`, `rate_limited`
 */
export const markLearningModuleProgress = useCase(operation, mark)

/** The same from a plain form. */
export const submitLearningForm = useCase(form, mark)
