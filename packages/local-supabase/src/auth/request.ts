// Shared by the middleware in front of Auth: composing it, and reading and rejecting a request.

/** Handles a request of the API. Each middleware in front of lite wraps the next one. */
export type Ask = (request: Request, peerAddress: string | null) => Promise<Response>

/**
 * Method and path as lite's router parses them, with escapes decoded. A path that cannot be decoded is not an Auth
 * path.
 */
export function callOf(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return `${request.method} ${decodeURI(pathname)}`
  } catch {
    return `${request.method} ${pathname}`
  }
}

/** The JSON of a request or response, parsed from a copy; null if it is not JSON. */
export const bodyOf = (message: Request | Response): Promise<unknown> =>
  message
    .clone()
    .json()
    .catch(() => null)

/** An error response in the format of Supabase Auth. */
export function refusal(status: number, code: string, msg: string, waitMs?: number): Response {
  const headers = new Headers({ 'x-sb-error-code': code })
  if (waitMs !== undefined) headers.set('retry-after', String(Math.ceil(waitMs / 1000)))
  return Response.json({ code: status, error_code: code, msg }, { status, headers })
}
