import { createClient } from '@supabase/supabase-js'
import type { Database } from '../generated/database.types.ts'
import type { Caller } from './caller.ts'
import { env } from './env.ts'
import { pooledFetch } from './pooled-fetch.ts'
import type { RpcArgs, RpcName } from './rpc-args.ts'
import { currentTrace, traceHeaders } from './trace.ts'

// One client for all users and one for all callers without a token: creating a client per request costs more CPU than
// the request. The user's token is set per call, so no state of one caller leaks into the next call.

const make = (key: string) =>
  createClient<Database, 'api'>(env().SUPABASE_URL, key, {
    db: { schema: 'api' },
    global: { fetch: pooledFetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

type Client = ReturnType<typeof make>
let asUser: Client | undefined
let asService: Client | undefined

/** A call of one SQL function, not yet sent, with the headers of its trace. */
export function rpcFor<Fn extends RpcName>(caller: Caller, fn: Fn, args: RpcArgs<Fn>) {
  const call = untraced(caller, fn, args)
  const trace = currentTrace()
  if (trace) for (const [name, value] of Object.entries(traceHeaders(trace))) call.setHeader(name, value)
  return call
}

function untraced<Fn extends RpcName>(caller: Caller, fn: Fn, given: RpcArgs<Fn>) {
  const args = given as Database['api']['Functions'][Fn]['Args'] // the generated types omit null
  if (caller.kind !== 'user') {
    asService ??= make(env().SUPABASE_SECRET_KEY)
    return asService.rpc(fn, args)
  }
  asUser ??= make(env().SUPABASE_PUBLISHABLE_KEY)
  return asUser.rpc(fn, args).setHeader('authorization', `Bearer ${caller.token}`)
}
