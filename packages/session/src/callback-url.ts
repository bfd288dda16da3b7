/** A placeholder for the app's host; only used for the URL parser to resolve a relative URL. */
const HERE = 'http://here.invalid'

/**
 * The URL to continue to: a path within this app, or `fallback`, which prevents open redirects for phishing. The
 * browser's URL parser decides, also about `//host`, `/\host` and control characters.
 */
export function safeCallbackUrl(wanted: unknown, fallback = '/'): string {
  const url = typeof wanted === 'string' && wanted.startsWith('/') ? parsed(wanted) : null
  const path = url && `${url.pathname}${url.search}${url.hash}`
  return path && url.origin === HERE && !path.startsWith('//') ? path : fallback
}

/** `URL.canParse` is missing on older phones. */
function parsed(wanted: string): URL | null {
  try {
    return new URL(wanted, HERE)
  } catch {
    return null
  }
}
