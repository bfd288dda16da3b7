import { retireVehicle } from '@salama/domain/vehicle-records'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: retireVehicle })
