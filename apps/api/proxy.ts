import { createProxy, withNonce } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'
import type { NextRequest } from 'next/server'

// The developers' home is an app like the others, with a session of its own. The references run the code of others, so
// they get a stricter policy, with a nonce for each request. `/api/v1` passes through neither: it knows no cookies and
// has no scripts, and this would cost it half its speed.

const home = createProxy({ routing, isPrivate: (path) => path === '/account' || /^\/keys(\/|$)/.test(path) })

const REFERENCES = /^\/(api\/docs|api\/redoc|errors)(\/|$)/

export function proxy(request: NextRequest) {
  return REFERENCES.test(request.nextUrl.pathname) ? withNonce(request) : home(request)
}

// Files lie in folders of their own or at the top. Further down a dot may stand in what somebody typed, and is a page's.
export const config = { matcher: ['/((?!_next/|vendor/|api/v1/|api/v1$|api/openapi|[^/]*\\.[^/]*$).*)'] }
