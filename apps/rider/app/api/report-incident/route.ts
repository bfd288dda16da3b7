import { submitIncidentReport } from '@salama/domain/reports'
import { withDevice } from '@salama/session'
import { route } from '@/route.ts'

const handlers = route({ POST: submitIncidentReport })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withDevice(handlers.POST)
