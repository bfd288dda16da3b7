import { submitRideFeedbackForm } from '@salama/domain/feedback'
import { withDevice, withForm } from '@salama/session'
import { route } from '@salama/session/route'
import { ratePage } from '@/form-pages.ts'

const handlers = route({ POST: submitRideFeedbackForm })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withForm(withDevice(handlers.POST), ratePage)
