import { revokeApiKey } from '@salama/domain/api-keys'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ DELETE: revokeApiKey })
