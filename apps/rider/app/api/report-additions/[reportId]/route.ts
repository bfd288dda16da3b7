import { addToReport } from '@salama/domain/receipts'
import { withAccount } from '@salama/session'
import { route } from '@salama/session/route'

const handlers = route({ POST: addToReport })

export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = handlers
export const POST = withAccount(handlers.POST)
