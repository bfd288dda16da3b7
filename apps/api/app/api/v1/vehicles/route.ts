import { listKnownVehicles } from '@salama/domain/vehicles'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: listKnownVehicles })
