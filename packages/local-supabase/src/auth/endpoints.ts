import { type Ask, bodyOf, callOf, refusal } from './request.ts'

// The Auth endpoints that are exposed: those that our apps use, and signing in with supabase-js. The others create
// accounts for any e-mail address, with a password that its owner does not know (`signup`), or without a proof
// (`magiclink`), send mails that nobody needs (`recover`, `resend`: a code of `otp` does the same) or reveal whether an
// address has an account, so they are not served.

const OPEN = new Set([
  'POST otp',
  'POST token',
  'POST verify',
  'POST logout',
  'GET user',
  'PUT user',
  'GET settings',
  'GET health',
  'GET .well-known/jwks.json',
])

/** The two grants, spelled as supabase-js spells them: lite parses other spellings of a query differently. */
const GRANT = /^\?grant_type=(password|refresh_token)$/

/**
 * Passes the exposed Auth endpoints and everything outside Auth. An account's e-mail address cannot be changed: the
 * response would reveal whether the new address already has an account.
 */
export function openEndpoints(ask: Ask): Ask {
  return async (request, peerAddress) => {
    const call = callOf(request)
    const [, method, name] = /^(\S+) \/auth\/v1\/(.*)$/s.exec(call) ?? []
    if (name === undefined || method === 'OPTIONS') return ask(request, peerAddress)
    if (!OPEN.has(`${method} ${name}`)) return refusal(404, 'not_found', 'There is no such endpoint')
    if (name === 'token' && !GRANT.test(new URL(request.url).search))
      return refusal(400, 'validation_failed', 'grant_type must be password or refresh_token')
    return `${method} ${name}` === 'PUT user' ? changeUser(ask, request, peerAddress) : ask(request, peerAddress)
  }
}

/** Setting a new password ends all other sessions of the account, as on a Supabase project. lite leaves them open. */
async function changeUser(ask: Ask, request: Request, peerAddress: string | null): Promise<Response> {
  const body = Object(await bodyOf(request))
  if ('email' in body) return refusal(422, 'validation_failed', 'An e-mail address cannot be changed')
  const response = await ask(request, peerAddress)
  if (!response.ok || !('password' in body)) return response
  const others = new URL('/auth/v1/logout?scope=others', request.url)
  const { status, ok } = await ask(new Request(others, { method: 'POST', headers: withoutBody(request) }), peerAddress)
  return ok ? response : refusal(500, 'unexpected_failure', `Other sessions were not ended: ${status}`)
}

function withoutBody(request: Request): Headers {
  const headers = new Headers(request.headers)
  for (const name of ['content-length', 'content-type', 'transfer-encoding']) headers.delete(name)
  return headers
}
