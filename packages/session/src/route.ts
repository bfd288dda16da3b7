import { createRoute } from '@salama/http'
import { appCaller } from './caller.ts'

/** Creates the handlers of a path of an app: the caller comes from the app's cookies. */
export const route = createRoute(appCaller)
