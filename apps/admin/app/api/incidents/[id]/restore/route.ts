import { restoreIncident } from '@salama/domain/incident-records'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: restoreIncident })
