import { listNearbyIncidents } from '@salama/domain/incidents'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: listNearbyIncidents })
