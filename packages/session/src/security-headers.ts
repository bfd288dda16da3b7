import { appEnv, IS_DEVELOPMENT } from './env.ts'

// The Content-Security-Policy of our pages. Everything is loaded from the app's own origin, including fonts, scripts
// and maps, so no third party learns who reads which page. Inline scripts are allowed where pages are static, because a
// nonce needs rendering per request; user text never becomes markup. Pages that run third-party code, and those of the
// console, are rendered per request, and get the nonce.

const EVAL = IS_DEVELOPMENT ? ["'unsafe-eval'"] : []

const POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'unsafe-inline'", ...EVAL],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ...(IS_DEVELOPMENT ? ['ws:'] : [])],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/**
 * With a nonce only scripts that carry it run, and what they load. Fonts may then be in the code's own style sheets.
 */
const strict = (nonce: string) => ({
  ...POLICY,
  'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...EVAL],
  'font-src': ["'self'", 'data:'],
})

export function contentPolicy(nonce?: string): string {
  return Object.entries(nonce === undefined ? POLICY : strict(nonce))
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

const HEADERS = {
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}

/** Sets the security headers of a page on its response. */
export function setPageHeaders(headers: Headers, nonce?: string): void {
  headers.set('content-security-policy', contentPolicy(nonce))
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  if (appEnv().APP_URL.startsWith('https:'))
    headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
