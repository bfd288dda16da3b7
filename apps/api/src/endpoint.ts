import { createRoute } from '@salama/http'
import { bearerCaller } from '@salama/session/bearer'

/** Creates a route from its use cases. `/api/v1` accepts bearer tokens only and never reads a cookie. */
export const route = createRoute(bearerCaller, { crossOrigin: true })
