// What the steps in front of Auth share: how they are put together, and how they read and refuse a request.

/** Answers a request of the API. Each step in front of lite is one of these, made over the next. */
export type Ask = (request: Request, peerAddress: string | null) => Promise<Response>

/** Method and path as lite's router reads them: with the escapes resolved. A path that cannot be resolved is none of Auth's. */
export function callOf(request: Request): string {
  const { pathname } = new URL(request.url)
  try {
    return `${request.method} ${decodeURI(pathname)}`
  } catch {
    return `${request.method} ${pathname}`
  }
}

/** The JSON in a request or response, for looking at it; null where it is none. */
export const bodyOf = (message: Request | Response): Promise<unknown> =>
  message
    .clone()
    .json()
    .catch(() => null)

/** A refusal in the shape of Supabase Auth. */
export function refusal(status: number, code: string, msg: string, waitMs?: number): Response {
  const headers = new Headers({ 'x-sb-error-code': code })
  if (waitMs !== undefined) headers.set('retry-after', String(Math.ceil(waitMs / 1000)))
  return Response.json({ code: status, error_code: code, msg }, { status, headers })
}
