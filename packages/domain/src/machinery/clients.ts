import { createClient } from '@supabase/supabase-js'
import type { Caller } from './caller.ts'
import { env } from './env.ts'
import { pooledFetch } from './pooled-fetch.ts'
import { currentTrace, traceHeaders } from './trace.ts'

// One client for all users and one for all callers without a token: making a client per request costs more CPU than the
// request. The user's token is set per call, so nothing of one caller can stay behind for the next.

const make = (key: string) =>
  createClient(env().SUPABASE_URL, key, {
    db: { schema: 'api' },
    global: { fetch: pooledFetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

type Client = ReturnType<typeof make>
let asUser: Client | undefined
let asService: Client | undefined

/** A call of one SQL function, not yet sent. It carries the trace that it belongs to. */
export function rpcFor(caller: Caller, fn: string, args: Record<string, unknown>) {
  const call = untraced(caller, fn, args)
  const trace = currentTrace()
  if (trace) for (const [name, value] of Object.entries(traceHeaders(trace))) call.setHeader(name, value)
  return call
}

function untraced(caller: Caller, fn: string, args: Record<string, unknown>) {
  if (caller.kind !== 'user') {
    asService ??= make(env().SUPABASE_SECRET_KEY)
    return asService.rpc(fn, args)
  }
  asUser ??= make(env().SUPABASE_PUBLISHABLE_KEY)
  return asUser.rpc(fn, args).setHeader('authorization', `Bearer ${caller.token}`)
}
