import { keepSaccosApart } from '@salama/domain/saccos'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ PUT: keepSaccosApart })
