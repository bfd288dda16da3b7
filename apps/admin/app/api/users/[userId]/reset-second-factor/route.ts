import { resetSecondFactor } from '@salama/domain/admin'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: resetSecondFactor })
