import { getVehicleCase } from '@salama/domain/vehicle-records'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getVehicleCase })
