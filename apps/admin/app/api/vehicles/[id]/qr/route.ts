import { makeVehicleSticker } from '@salama/domain/admin'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: makeVehicleSticker })
