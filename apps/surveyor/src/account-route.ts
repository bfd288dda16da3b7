import type { RouteHandlers } from '@salama/http'
import { withAccount } from '@salama/session'

/**
 * Route handlers for one account. What a phone stores and sends belongs to one account, so a request for another
 * account than the session's is rejected.
 */
export const forAccount = (handlers: RouteHandlers): RouteHandlers => ({
  ...handlers,
  GET: withAccount(handlers.GET),
  POST: withAccount(handlers.POST),
})
