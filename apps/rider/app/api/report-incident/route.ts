import { reportIncident } from '@salama/domain/reports'
import { withAccount, withDevice } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ POST: reportIncident })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withAccount(withDevice(handlers.POST))
