import { deleteOwnAccount } from '@salama/domain/accounts'
import { route } from '@salama/session/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ DELETE: deleteOwnAccount })
