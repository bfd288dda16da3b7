import { getHealth } from '@salama/domain/health'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getHealth })
