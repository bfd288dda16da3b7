import { deleteOwnAccount } from '@salama/domain/accounts'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ DELETE: deleteOwnAccount })
