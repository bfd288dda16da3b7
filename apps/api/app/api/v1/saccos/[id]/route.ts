import { getSacco } from '@salama/domain/saccos'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getSacco })
