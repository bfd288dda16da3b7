import { answerQuizQuestion } from '@salama/domain/learning'
import { withAccount } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ PUT: answerQuizQuestion })

export const { GET, HEAD, POST, PATCH, DELETE, OPTIONS } = handlers
export const PUT = withAccount(handlers.PUT)
