import { scanVehicleQr } from '@salama/domain/vehicles'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: scanVehicleQr })
