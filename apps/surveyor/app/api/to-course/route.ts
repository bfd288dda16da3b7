import { appAddresses } from '@salama/session'
import type { NextRequest } from 'next/server'

/** To the course that makes a surveyor eligible, in the learning app; where that has no address, back to our first page. */
export function GET(request: NextRequest): Response {
  const { learning } = appAddresses()
  const to = learning === undefined ? new URL('/', request.url) : new URL('/courses/surveyor-basics', learning)
  return new Response(null, { status: 307, headers: { location: to.href, 'cache-control': 'no-store' } })
}
