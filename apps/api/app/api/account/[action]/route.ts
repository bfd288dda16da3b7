import { accountRoutes } from '@salama/session'

export const { POST } = accountRoutes()
