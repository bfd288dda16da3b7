import { submitReviewDecision } from '@salama/domain/reviews'
import { withAccount } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ POST: submitReviewDecision })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withAccount(handlers.POST)
