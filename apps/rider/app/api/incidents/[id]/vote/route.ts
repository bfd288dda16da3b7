import { voteWithoutAccount } from '@salama/domain/incidents'
import { withDevice } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ PUT: voteWithoutAccount })

export const { GET, HEAD, POST, PATCH, DELETE, OPTIONS } = handlers
export const PUT = withDevice(handlers.PUT)
