import { claimAssignmentSlots } from '@salama/domain/assignments'
import { route } from '@salama/session/route'
import { forAccount } from '@/account-route.ts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = forAccount(route({ POST: claimAssignmentSlots }))
