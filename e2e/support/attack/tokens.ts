import { operations } from '@salama/domain/contract'
import { urlOf } from '../../../apps/api/test/call-operation.ts'
import { forgeries } from './forge.ts'
import { type Attack, addresses, secrets, send, supabase, tokenOf } from './service.ts'

// Forged tokens, at every operation of the API that asks for one, and at the doors behind it.

/** What is behind the apps. Not every door of a Supabase project is there. */
const DOORS = [
  ['GET', '/auth/v1/user'],
  ['PUT', '/auth/v1/user'],
  ['GET', '/auth/v1/admin/users'],
  ['POST', '/rest/v1/rpc/list_users'],
  ['GET', '/storage/v1/bucket'],
] as const

export const forgedTokens: Attack = async (_seed, tick) => {
  const published = await send(`${supabase}/auth/v1/.well-known/jwks.json`)
  const findings: string[] = []
  let tries = 0
  for (const [name, token] of forgeries(await tokenOf('amina'), published.text)) {
    const attempt = async (method: string, url: string, refusals: number[], more: Record<string, string> = {}) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more }
      const { status } = await send(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) })
      tries += 1
      if (!refusals.includes(status)) findings.push(`${name} at ${method} ${url}: ${status}`)
      tick()
    }
    for (const op of operations.filter(({ access }) => access !== 'public'))
      await attempt(op.method.toUpperCase(), addresses.api + urlOf(op, paramsOf(op.examples.params)), [400, 401, 403])
    // With the real key anybody is whoever they want to be there: that is what the key is for.
    if (name.startsWith('the real key')) continue
    for (const [method, door] of DOORS)
      await attempt(method, supabase + door, [400, 401, 403, 404], { apikey: secrets().publishableKey })
  }
  return { tries, findings }
}

const paramsOf = (params: object = {}) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
