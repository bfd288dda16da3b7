import { getApiKey, revokeApiKey } from '@salama/domain/api-keys'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getApiKey, DELETE: revokeApiKey })
