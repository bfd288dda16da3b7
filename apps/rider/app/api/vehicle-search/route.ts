import { searchVehicleProfiles } from '@salama/domain/vehicles'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: searchVehicleProfiles })
