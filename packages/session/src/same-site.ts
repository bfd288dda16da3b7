import { DomainError } from '@salama/domain/shared'
import { appEnv } from './env.ts'

// CSRF protection: a browser sends our cookie with requests from other sites' pages too, so changes are only accepted
// from our own pages. Browsers state the origin of a request and pages cannot forge it: `Sec-Fetch-Site`, or `Origin`
// in older ones. The other apps on this host are other origins too. A request with neither header does not come from a
// browser that isolates sites, and is rejected.

const LOOPBACK = ['localhost', '127.0.0.1']

/** The origins of an app: its own, and locally both names of the machine, with any port. */
function originsOf(appUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(appUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => new URL(`${protocol}//${name}:${port}`).origin)
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Whether this request may make changes with a cookie's session. */
export function isSameSite(request: Request, appUrl: string): boolean {
  if (SAFE_METHODS.includes(request.method)) return true
  if (request.headers.get('sec-fetch-site') === 'same-origin') return true
  return originsOf(appUrl).includes(request.headers.get('origin') ?? '')
}

/** @throws {DomainError} `cross_site_request` */
export function requireSameSite(request: Request): void {
  if (!isSameSite(request, appEnv().APP_URL)) throw new DomainError('cross_site_request')
}
