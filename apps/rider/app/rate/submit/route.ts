import { submitRideFeedbackForm } from '@salama/domain/feedback'
import { withForm } from '@salama/session'
import { ratePage } from '@/rate/rate-page.ts'
import { route } from '@/route.ts'

const handlers = route({ POST: submitRideFeedbackForm })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(handlers.POST, ratePage)
