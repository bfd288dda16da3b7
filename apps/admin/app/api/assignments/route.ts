import { createAssignment } from '@salama/domain/assignments'
import { route } from '@/route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: createAssignment })
