import { follow, listFollows } from '@salama/domain/alerts'
import { withDevice } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ GET: listFollows, POST: follow })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withDevice(handlers.POST)
