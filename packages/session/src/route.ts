import { createRoute } from '@salama/http'
import { appCaller } from './caller.ts'

/** Makes the handlers of an address of an app: the caller comes from the app's cookies. */
export const route = createRoute(appCaller)
