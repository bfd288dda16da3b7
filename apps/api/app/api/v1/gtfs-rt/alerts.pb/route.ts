import { getServiceAlertsPb } from '@salama/domain/incidents/service-alerts'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getServiceAlertsPb })
