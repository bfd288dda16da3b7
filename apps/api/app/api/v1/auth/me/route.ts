import { getCurrentUser } from '@salama/domain/accounts'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getCurrentUser })
