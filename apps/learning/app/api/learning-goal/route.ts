import { setLearningGoal } from '@salama/domain/learning'
import { withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { myCoursesPage } from '@/form-pages.ts'

const handlers = route({ POST: setLearningGoal })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, myCoursesPage)
