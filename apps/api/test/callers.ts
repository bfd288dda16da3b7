import { CAST } from '@salama/testing'
import { signToken } from '../../../packages/processes/src/server-token.mjs'
import type { Api, CallOptions } from './api.ts'
import type { Operation } from './call-operation.ts'

// All kinds of callers and their expected verdicts. One function derives them for every operation from its access
// alone.

export const CALLERS = [
  'nobody',
  'a bad token',
  'an expired token',
  'a rider',
  'a surveyor',
  'an admin',
  'a key with the scope',
  'a key without the scope',
  'a revoked key',
  'a token and a key',
] as const
export type CallerName = (typeof CALLERS)[number]

/** `allowed`, or the status and code of the rejection. */
export type Verdict = 'allowed' | readonly [status: number, code: string]

/** The access rules of the contract, in the order of the checks. */
export function verdict({ access }: Pick<Operation, 'access'>, caller: CallerName): Verdict {
  if (access === 'public') return 'allowed'
  const acceptsApiKey = typeof access === 'object' && 'scope' in access
  const role = typeof access === 'object' && 'role' in access ? access.role : undefined
  switch (caller) {
    case 'nobody':
      return [401, 'unauthenticated']
    case 'a bad token':
      return [401, 'invalid_token']
    case 'an expired token':
      return [401, 'token_expired']
    case 'a token and a key':
      return [400, 'ambiguous_credentials']
    case 'a key with the scope':
      return acceptsApiKey ? 'allowed' : [403, 'api_key_not_accepted']
    case 'a key without the scope':
      return acceptsApiKey ? [403, 'scope_missing'] : [403, 'api_key_not_accepted']
    case 'a revoked key':
      return acceptsApiKey ? [401, 'api_key_revoked'] : [403, 'api_key_not_accepted']
    case 'a rider':
      return role === undefined ? 'allowed' : [403, 'role_required']
    case 'a surveyor':
      return role === undefined || role === 'surveyor' ? 'allowed' : [403, 'role_required']
    case 'an admin':
      return role === undefined || role === 'admin' ? 'allowed' : [403, 'role_required']
  }
}

/** An access token of any subject, signed like the identity provider's. */
export function tokenFor(api: Api, subject: string, seconds = 3600): string {
  const { url, signingKeys } = api.stack.supabase
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: `${url}/auth/v1`, sub: subject, role: 'authenticated', aud: 'authenticated' }
  return signToken({ ...claims, iat, exp: iat + seconds }, signingKeys)
}

/** Two keys without a common scope, so that for every scope one has it and the other does not. */
export const HALVES = [
  ['incidents:read', 'vehicles:read', 'corridors:read'],
  ['routes:read', 'saccos:read', 'search:read'],
] as const

/** An access token of Amina's that was valid until a minute ago. */
export const expiredToken = (api: Api) => tokenFor(api, CAST.amina.id, -60)

/** The credentials of each caller. The keys belong to Eve, who is not one of the callers. */
export async function credentials(
  api: Pick<Api, 'call'>,
  expired: string,
): Promise<(op: Operation, caller: CallerName) => CallOptions> {
  const made = async (scopes: readonly string[]): Promise<{ id: string; key: string }> =>
    (await api.call('POST', '/api/v1/api-keys', { as: 'eve', body: { name: 'Proof', scopes } })).json()
  const halves = [await made(HALVES[0]), await made(HALVES[1])]
  const revoked = await made(HALVES.flat())
  await api.call('DELETE', `/api/v1/api-keys/${revoked.id}`, { as: 'eve' })
  const withKey = (key = '') => ({ headers: { 'x-api-key': key } })

  return ({ access }, caller) => {
    const scope = typeof access === 'object' && 'scope' in access ? access.scope : 'incidents:read'
    const first = HALVES[0].some((each) => each === scope)
    switch (caller) {
      case 'nobody':
        return {}
      case 'a bad token':
        return { token: 'aaaa.bbbb.cccc' }
      case 'an expired token':
        return { token: expired }
      case 'a rider':
        return { as: 'amina' }
      case 'a surveyor':
        return { as: 'chebet' }
      case 'an admin':
        return { as: 'dalmas' }
      case 'a key with the scope':
        return withKey(halves[first ? 0 : 1]?.key)
      case 'a key without the scope':
        return withKey(halves[first ? 1 : 0]?.key)
      case 'a revoked key':
        return withKey(revoked.key)
      case 'a token and a key':
        return { as: 'amina', ...withKey(halves[0]?.key) }
    }
  }
}
