import { createClient } from '@supabase/supabase-js'
import { DomainError, isErrorSlug } from '../shared/errors.ts'
import { readDetail } from './rpc-detail.ts'

/** Calls one SQL function of schema `api` with the rights of one of our servers, and rejects when it fails. */
export type Rpc = (fn: string, args: Record<string, unknown>) => Promise<unknown>

/** Timeout on our own server; at Supabase the role has one of its own (supabase/schemas/00_base/00_schemas.sql). */
const WAIT_S = 900

/** A Supabase project, and the token of one of our servers. */
export type ServerAccess = { url: string; publishableKey: string; token: string }

/**
 * Functions of a Supabase project's schema `api`, called as one of our servers. Not `callRpc`: a program on the server
 * has no caller, names its project itself, and may wait for minutes.
 * @throws {DomainError} the slug that SQL raised, with its detail; any other failure as an `Error` that names the
 *   function
 */
export function serverRpc({ url, publishableKey, token }: ServerAccess): Rpc {
  const client = createClient(url, publishableKey, {
    db: { schema: 'api' },
    global: { headers: { authorization: `Bearer ${token}` } },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  return async (fn, args) => {
    const { data, error } = await client.rpc(fn, args).setHeader('prefer', `wait=${WAIT_S}`)
    if (!error) return data
    const cause = new Error(`${fn}: ${error.message}${error.code ? ` (${error.code})` : ''}`)
    throw isErrorSlug(error.message)
      ? new DomainError(error.message, readDetail(error.message, error.details), { cause })
      : cause
  }
}
