import type { ServerResponse } from 'node:http'

// What a shared cache (a CDN) may hold of our pages. A page that is the same for everyone says so in its app's proxy;
// here is what holds for each response at the last moment, when its status and cookies are known. Without a server of
// ours (serverless hosting) the platform has its own rules.

/** For pages that depend on nothing but their URL. Browsers revalidate each time. */
export const PUBLIC_PAGE = 'public, max-age=0, s-maxage=10, stale-while-revalidate=30'
const PRIVATE = 'private, no-store'

/** What Next sends with prerendered pages: after a deployment, a cache would serve the old ones for a year. */
const FOR_A_YEAR = /^s-maxage=31536000\b/

/**
 * An error, or a response with a cookie, is in no shared cache, and a prerendered page for a short time only. An app's own
 * reads, too: one that everybody may share carries a session's cookie when it is renewed with it.
 */
export function boundSharedCaching(response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = (...args: unknown[]) => {
    const rule = cacheRule(Number(args[0]), response)
    if (rule !== undefined) response.setHeader('cache-control', rule)
    return Reflect.apply(writeHead, response, args)
  }
}

function cacheRule(status: number, response: ServerResponse): string | undefined {
  const set = String(response.getHeader('cache-control') ?? '')
  if (!set.includes('s-maxage')) return undefined
  if (status >= 400 || response.hasHeader('set-cookie')) return PRIVATE
  return FOR_A_YEAR.test(set) ? PUBLIC_PAGE : undefined
}
