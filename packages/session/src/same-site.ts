import { DomainError } from '@salama/domain/shared'
import { appEnv } from './env.ts'

// A browser sends our cookie along with a request that another site's page makes (CSRF), so a change is only taken from
// our own pages. Browsers say where a request comes from and pages cannot forge it: `Sec-Fetch-Site`, or for older ones
// `Origin`. The other apps on this host are other origins too. A request that says neither is not from a browser that
// can be trusted to separate sites, and is refused.

const LOOPBACK = ['localhost', '127.0.0.1']

/** The origins that an app is visited at: its own, and locally both names of the machine whatever the port. */
function originsOf(appUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(appUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => new URL(`${protocol}//${name}:${port}`).origin)
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Whether this request may change something on the strength of a cookie. */
export function isSameSite(request: Request, appUrl: string): boolean {
  if (SAFE_METHODS.includes(request.method)) return true
  if (request.headers.get('sec-fetch-site') === 'same-origin') return true
  return originsOf(appUrl).includes(request.headers.get('origin') ?? '')
}

/** @throws {DomainError} `cross_site_request` */
export function requireSameSite(request: Request): void {
  if (!isSameSite(request, appEnv().APP_URL)) throw new DomainError('cross_site_request')
}
