/**
 * The refusal of a function call that has a query string; undefined for every other request.
 *
 * In a query string PostgREST is told what to make of an answer: which parts of it, cast to what, and under which
 * conditions. Where that fails after the function has run, what it wrote is taken back, and whether it fails can depend on
 * the answer. No function of ours answers a write with what its caller may not know, and supabase-js sends arguments in the
 * body; so nothing here needs a query string, and a guess is told so before anything runs.
 */
export function refuseRpcQuery({ url }: Request): Response | undefined {
  const { pathname, search } = new URL(url)
  if (search === '' || !/\/rpc(\/|$)/i.test(decoded(pathname))) return undefined
  const message = 'A function takes no query string here: send its arguments as JSON in the body of a POST'
  return Response.json({ code: 'PGRST100', message, details: null, hint: null }, { status: 400 })
}

/** A path as the router reads it, which takes what it cannot decode as it is. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}
