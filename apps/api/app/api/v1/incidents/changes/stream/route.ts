import { streamIncidentChanges } from '@salama/domain/incidents'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: streamIncidentChanges })
