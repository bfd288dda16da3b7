import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import type { Caller } from '../shared/caller.ts'
import type { InputOf } from '../shared/operation.ts'
import { submitLearningForm as form } from './app-contract.ts'
import { markLearningModuleProgress as operation } from './progress-contract.ts'

type Input = Omit<InputOf<typeof operation>, 'courseVersion'> & { courseVersion?: number | undefined }

/** Two calls, because the one that counts an attempt must not return its result: see the SQL of the first. */
async function mark(caller: Caller, { moduleId, completedItems, quizAnswers, courseVersion, locale }: Input) {
  const marked = await callRpc(caller, 'mark_learning_module_progress', {
    p_module_id: moduleId,
    p_completed_items: completedItems,
    p_quiz_answers: quizAnswers,
    p_course_version: courseVersion,
  })
  return callRpc(caller, 'get_learning_module_progress', {
    p_module_id: moduleId,
    p_course_version: Marked.parse(marked).courseVersion,
    p_quiz_answers: quizAnswers,
    p_locale: locale,
  })
}

const Marked = z.object({ courseVersion: z.int() })

/**
 * Stores the items that the caller completed in a module, and grades their answers.
 * @throws {DomainError} `not_found`, `invalid_request` (an item or an answer that the module does not have),
 *   `version_conflict`, `quiz_not_passed`, `rate_limited`
 */
export const markLearningModuleProgress = useCase(operation, mark)

/** The same from a plain form. */
export const submitLearningForm = useCase(form, mark)
