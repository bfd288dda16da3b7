/**
 * Rejects a function call that has a query string; undefined for every other request.
 *
 * In a query string a caller can select parts of the response, cast them and filter them. If that fails after the
 * function has run, its writes are rolled back, and whether it fails can depend on the response. supabase-js sends
 * arguments in the body, so no function needs a query string, and it is rejected before anything runs.
 */
export function refuseRpcQuery({ url }: Request): Response | undefined {
  const { pathname, search } = new URL(url)
  if (search === '' || !/\/rpc(\/|$)/i.test(decoded(pathname))) return undefined
  const message = 'A function takes no query string here: send its arguments as JSON in the body of a POST'
  return Response.json({ code: 'PGRST100', message, details: null, hint: null }, { status: 400 })
}

/** A path as the router reads it, which leaves what it cannot decode unchanged. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}
