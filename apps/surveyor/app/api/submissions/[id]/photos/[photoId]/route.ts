import { getOwnCollectionEntryPhoto } from '@salama/domain/photos'
import { route } from '@salama/session/route'
import { forAccount } from '@/account-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forAccount(route({ GET: getOwnCollectionEntryPhoto }))
