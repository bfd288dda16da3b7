import { appUrls } from '@salama/session'
import type { NextRequest } from 'next/server'

/** Redirects to the course that makes a surveyor eligible; to the home page where the learning app has no known URL. */
export function GET(request: NextRequest): Response {
  const { learning } = appUrls()
  const to = learning === undefined ? new URL('/', request.url) : new URL('/courses/surveyor-basics', learning)
  return new Response(null, { status: 307, headers: { location: to.href, 'cache-control': 'no-store' } })
}
