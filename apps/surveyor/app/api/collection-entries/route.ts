import { listCollectionEntries } from '@salama/domain/collection-entries'
import { forAccount } from '@/account-route.ts'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forAccount(route({ GET: listCollectionEntries }))
