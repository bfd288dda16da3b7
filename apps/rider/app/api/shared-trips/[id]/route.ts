import { getSharedTrip, updateSharedTrip } from '@salama/domain/shared-trips'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getSharedTrip, PUT: updateSharedTrip })
