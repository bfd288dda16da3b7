import { getFieldState } from '@salama/domain/field-state'
import { route } from '@salama/session/route'
import { forAccount } from '@/account-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forAccount(route({ GET: getFieldState }))
