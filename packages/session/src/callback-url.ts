/** Stands for whatever host the app is visited at; only used to let the URL parser judge a relative address. */
const HERE = 'http://here.invalid'

/**
 * Where to go on, after signing in or when back online: an address within this app, or `fallback` for anything
 * else. A link to our sign-in page that leads on to a stranger's page is a known way to catch passwords, so the URL parser
 * of the browser decides, with all its readings of `//host`, `/\host` and control characters.
 */
export function safeCallbackUrl(wanted: unknown, fallback = '/'): string {
  const url = typeof wanted === 'string' && wanted.startsWith('/') ? parsed(wanted) : null
  const path = url && `${url.pathname}${url.search}${url.hash}`
  return path && url.origin === HERE && !path.startsWith('//') ? path : fallback
}

/** `URL.canParse` is younger than some phones. */
function parsed(wanted: string): URL | null {
  try {
    return new URL(wanted, HERE)
  } catch {
    return null
  }
}
