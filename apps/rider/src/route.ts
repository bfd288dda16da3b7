import { createRoute } from '@salama/http'
import { appCaller } from '@salama/session'

/** Makes the handlers of an address of this app: the caller comes from the app's cookies. */
export const route = createRoute(appCaller)
