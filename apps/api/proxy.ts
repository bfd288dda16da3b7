import { createProxy } from '@salama/session/proxy'
import { routing } from '@salama/ui/i18n/routing.ts'
import { type NextRequest, NextResponse } from 'next/server'
import { IS_DEVELOPMENT } from '@/env'

// The developers' home is an app like the others, with a session of its own. The references run the code of others, so
// they get a stricter policy, with a nonce for each request. `/api/v1` passes through neither: it knows no cookies and
// has no scripts, and this would cost it half its speed.

const home = createProxy({ routing, isPrivate: (path) => path === '/account' || /^\/keys(\/|$)/.test(path) })

const REFERENCES = /^\/(api\/docs|api\/redoc|errors)(\/|$)/

export function proxy(request: NextRequest) {
  return REFERENCES.test(request.nextUrl.pathname) ? withNonce(request) : home(request)
}

function withNonce(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const evaluate = IS_DEVELOPMENT ? " 'unsafe-eval'" : ''
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluate}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.headers.set('x-content-type-options', 'nosniff')
  response.headers.set('referrer-policy', 'same-origin')
  return response
}

// Files lie in folders of their own or at the top. Further down a dot may stand in what somebody typed, and is a page's.
export const config = { matcher: ['/((?!_next/|vendor/|api/v1/|api/v1$|api/openapi|[^/]*\\.[^/]*$).*)'] }
