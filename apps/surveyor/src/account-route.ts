import type { RouteHandlers } from '@salama/http'
import { withAccount } from '@salama/session'

/** Handlers for one account, to which what a phone stores and sends belongs: a request for another one is rejected. */
export const forAccount = (handlers: RouteHandlers): RouteHandlers => ({
  ...handlers,
  GET: withAccount(handlers.GET),
  POST: withAccount(handlers.POST),
})
