import { getLearningProgress } from '@salama/domain/learning'
import { withAccount } from '@salama/session'
import { route } from '@/route.ts'

const handlers = route({ GET: getLearningProgress })

export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = handlers
export const GET = withAccount(handlers.GET)
