import { getLinePage } from '@salama/domain/network'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getLinePage })
