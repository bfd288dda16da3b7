import { createProxy, withNonce } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { NextRequest } from 'next/server'

// The developers' home is an app with its own session. The references run third-party code, so they have a nonce also
// for hand-written markup. `/api/v1` has no cookies or scripts, and the proxy would halve its throughput.

const home = createProxy({ routing, isPrivate: (path) => path === '/account' || /^\/keys(\/|$)/.test(path) })

const REFERENCES = /^\/(api\/docs|api\/redoc|errors)(\/|$)/

export function proxy(request: NextRequest) {
  return REFERENCES.test(request.nextUrl.pathname) ? withNonce(request) : home(request)
}

// Static files have a dot in the first segment or a folder of their own. Deeper dots can be user input in a page's URL.
export const config = { matcher: ['/((?!_next/|basemap/|vendor/|api/v1/|api/v1$|api/openapi|[^/]*\\.[^/]*$).*)'] }
