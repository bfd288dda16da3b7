import { readAdminAlerts } from '@salama/domain/admin-alerts'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: readAdminAlerts })
