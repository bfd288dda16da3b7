import { getRideFeedback } from '@salama/domain/feedback'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getRideFeedback })
