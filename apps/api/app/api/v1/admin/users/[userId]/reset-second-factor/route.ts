import { resetSecondFactor } from '@salama/domain/admin'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: resetSecondFactor })
