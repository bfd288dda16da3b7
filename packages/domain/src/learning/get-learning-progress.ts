import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { getLearningProgress as operation } from './progress-contract.ts'

/** The caller's own progress in the courses that they have begun. */
export const getLearningProgress = useCase(operation, (caller, { locale, ...page }) =>
  listPage(caller, operation.name, page, 'get_learning_progress', { p_locale: locale }),
)
