import { respond } from '@salama/http'
import { sitemap } from '@/sitemap.ts'

const MAX_AGE_S = 3600

/** Not Next's own `sitemap.ts`, which returns 500 without a hint when the database is unavailable. */
export const GET = (request: Request) =>
  respond(
    request,
    'sitemap',
    async (requestId) =>
      new Response(await sitemap({ kind: 'visitor', requestId }), {
        headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': `public, max-age=${MAX_AGE_S}` },
      }),
  )
