import { chooseAdminAlerts } from '@salama/domain/admin-alerts'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ PUT: chooseAdminAlerts })
