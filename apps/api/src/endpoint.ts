import { createRoute, SECURITY } from '@salama/http'
import { bearerCaller } from '@salama/session/bearer'

/** Makes an address of the API from its use cases. `/api/v1` knows bearer tokens only; it never reads a cookie. */
export const route = createRoute(bearerCaller, { crossOrigin: true })

/** What pages of any site may read, and keep for five minutes. */
export const PUBLIC_DOCUMENT = {
  ...SECURITY,
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=300',
}
