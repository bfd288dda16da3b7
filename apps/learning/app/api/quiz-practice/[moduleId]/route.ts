import { practiceQuizQuestion } from '@salama/domain/learning'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: practiceQuizQuestion })
