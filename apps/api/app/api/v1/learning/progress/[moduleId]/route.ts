import { markLearningModuleProgress } from '@salama/domain/learning'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ PUT: markLearningModuleProgress })
