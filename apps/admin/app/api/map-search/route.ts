import { searchPointsOfInterest } from '@salama/domain/network'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: searchPointsOfInterest })
