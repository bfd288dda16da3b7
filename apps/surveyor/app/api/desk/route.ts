import { getFieldState } from '@salama/domain/field-state'
import { forAccount } from '@/account-route.ts'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forAccount(route({ GET: getFieldState }))
