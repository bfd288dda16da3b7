import { restoreIncident } from '@salama/domain/incident-records'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: restoreIncident })
