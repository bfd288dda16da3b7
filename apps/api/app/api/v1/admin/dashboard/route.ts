import { getDashboard } from '@salama/domain/dashboard'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getDashboard })
