import { listAdminAlerts } from '@salama/domain/admin-alerts'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: listAdminAlerts })
