import { appEnv, IS_DEVELOPMENT } from './env.ts'
import { mapTilesOrigin } from './map-tiles.ts'

// What our pages may load and who may frame them. Everything comes from the app's own address: no font, script or map of
// others, so nobody else learns who reads which page; the one exception is a map's ground, where an operator has set one
// (see map-tiles.ts). Inline scripts stay allowed because the pages are made ahead and a
// nonce needs one made per request; there is no place in them where a person's text becomes markup. Pages that run the
// code of others are made per request, and get the nonce.

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
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** With a nonce only scripts that carry it run, and what they load. Fonts may then lie in the code's own style sheets. */
const strict = (nonce: string) => ({
  ...POLICY,
  'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...EVAL],
  'font-src': ["'self'", 'data:'],
})

export function contentPolicy(nonce?: string): string {
  const tiles = mapTilesOrigin() ?? ''
  const allowed = (directive: string) => (tiles !== '' && /^(connect|img)-src$/.test(directive) ? [tiles] : [])
  return Object.entries(nonce === undefined ? POLICY : strict(nonce))
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
export function setPageHeaders(headers: Headers, nonce?: string): void {
  headers.set('content-security-policy', contentPolicy(nonce))
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value)
  if (appEnv().APP_URL.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000')
}
