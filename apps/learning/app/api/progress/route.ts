import { getLearningProgress, submitLearningForm } from '@salama/domain/learning'
import { withAccount, withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { itemPage } from '@/form-pages.ts'

const handlers = route({ GET: getLearningProgress, POST: submitLearningForm })

export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const GET = withAccount(handlers.GET)
export const POST = withForm(handlers.POST, itemPage)
