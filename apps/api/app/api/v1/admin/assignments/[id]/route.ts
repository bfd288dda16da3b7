import { editAssignment, getAssignment } from '@salama/domain/assignments'
import { route } from '#endpoint'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: getAssignment, PUT: editAssignment })
