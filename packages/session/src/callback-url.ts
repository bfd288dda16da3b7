/** Stands for whatever host the app is visited at; only used to let the URL parser judge a relative address. */
const HERE = 'http://here.invalid'

/**
 * Where to go after signing in: an address within this app, or `fallback` for anything else. A link to our sign-in page
 * that leads on to a stranger's page is a known way to catch passwords, so the URL parser of the browser decides, with
 * all its readings of `//host`, `/\host` and control characters.
 */
export function safeCallbackUrl(wanted: unknown, fallback = '/'): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, HERE)) return fallback
  const url = new URL(wanted, HERE)
  const path = `${url.pathname}${url.search}${url.hash}`
  return url.origin === HERE && !path.startsWith('//') ? path : fallback
}
