import { replaceUserRoles } from '@salama/domain/admin'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ PUT: replaceUserRoles })
