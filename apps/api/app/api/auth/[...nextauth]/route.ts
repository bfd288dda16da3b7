import { authRoutes } from '@salama/session'

export const { GET, POST } = authRoutes()
