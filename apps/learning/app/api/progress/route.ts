import { submitLearningForm } from '@salama/domain/learning'
import { withForm } from '@salama/session'
import { itemPage } from '@/form-pages.ts'
import { route } from '@/route.ts'

const handlers = route({ POST: submitLearningForm })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, itemPage)
