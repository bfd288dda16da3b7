import type { RouteHandlers } from '@salama/http'
import { withAccount } from '@salama/session'

/**
 * The handlers of an address, for the account that the phone means. What a phone keeps and what it sends is one
 * person's; in another one's name it is neither taken nor given out.
 */
export const forAccount = (handlers: RouteHandlers): RouteHandlers => ({
  ...handlers,
  GET: withAccount(handlers.GET),
  POST: withAccount(handlers.POST),
})
