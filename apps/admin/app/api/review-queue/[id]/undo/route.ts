import { undoReviewDecision } from '@salama/domain/reviews'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: undoReviewDecision })
