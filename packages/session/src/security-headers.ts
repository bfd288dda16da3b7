import { appEnv, IS_DEVELOPMENT } from './env.ts'
import { mapTilesOrigin } from './map-tiles.ts'

// What our pages may load and who may frame them. Everything comes from the app's own address: no font, script or map of
// others, so nobody else learns who reads which page; the one exception is a map's ground, where an operator has set one
// (see map-tiles.ts). Inline scripts stay allowed because the pages are made ahead and a
// nonce needs one made per request; there is no place in them where a person's text becomes markup.

const POLICY = {
  'default-src': ["'self'"],
  'script-src': ["'self'", "'unsafe-inline'", ...(IS_DEVELOPMENT ? ["'unsafe-eval'"] : [])],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", ...(IS_DEVELOPMENT ? ['ws:'] : [])],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

function policy(): string {
  const tiles = mapTilesOrigin() ?? ''
  const allowed = (directive: string) => (tiles !== '' && /^(connect|img)-src$/.test(directive) ? [tiles] : [])
  return Object.entries(POLICY)
    .map(([directive, sources]) => [directive, ...sources, ...allowed(directive)].join(' '))
    .join('; ')
}

const HEADERS = {
  'referrer-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}

/** Puts the security headers of a page on its answer. */
export function setPageHeaders(headers: Headers): void {
  headers.set('content-security-policy', policy())
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  if (appEnv().APP_URL.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000')
}
