import { submitVehicleCollectionEntry } from '@salama/domain/collection-entries'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: submitVehicleCollectionEntry })
