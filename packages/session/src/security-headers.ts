import { appEnv, IS_DEVELOPMENT } from './env.ts'

// The Content-Security-Policy of our pages. Everything is loaded from the app's own origin, including fonts, scripts
// and maps, so no third party learns who reads which page. Of the scripts inside a page only those run that carry the
// nonce of its request, or have a hash that the build wrote down: user text that became markup would run nothing.

const EVAL = IS_DEVELOPMENT ? ["'unsafe-eval'"] : []

const POLICY = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  // Those of the references are in their own style sheets.
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'", ...(IS_DEVELOPMENT ? ['ws:'] : [])],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** `scripts`: what may run inside the page, as sources of the policy. */
export function contentPolicy(scripts: readonly string[]): string {
  return Object.entries({ ...POLICY, 'script-src': ["'self'", ...scripts, ...EVAL] })
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

export const nonceSource = (nonce: string) => `'nonce-${nonce}'`

const HEADERS = {
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}

/** Sets the security headers of a page on its response. */
export function setPageHeaders(headers: Headers, scripts: readonly string[]): void {
  headers.set('content-security-policy', contentPolicy(scripts))
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  if (appEnv().APP_URL.startsWith('https:'))
    headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
