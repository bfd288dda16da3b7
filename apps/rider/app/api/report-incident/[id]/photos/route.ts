import { addReportPhoto } from '@salama/domain/photos'
import { withAccount } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ POST: addReportPhoto })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withAccount(handlers.POST)
