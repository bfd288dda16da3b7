import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listLearningCourses as operation } from './contract.ts'

/** Courses, and where the caller is in each; for a visitor none is begun. */
export const listLearningCourses = useCase(operation, (caller, { locale, ...page }) =>
  listPage(caller, operation.name, page, 'list_learning_courses', { p_locale: locale }),
)
