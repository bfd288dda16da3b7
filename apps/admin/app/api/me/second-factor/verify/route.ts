import { verifySecondFactor } from '@salama/domain/second-factor'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: verifySecondFactor })
