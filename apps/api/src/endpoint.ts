import { createRoute } from '@salama/http'
import { bearerCaller } from '@salama/session/bearer'

/** Makes an address of the API from its use cases. `/api/v1` knows bearer tokens only; it never reads a cookie. */
export const route = createRoute(bearerCaller, { crossOrigin: true })
