import { createClient } from '@supabase/supabase-js'
import { Agent } from 'undici'
import type { Database } from '../generated/database.types.ts'
import type { Caller } from '../shared/caller.ts'
import { env, serverToken } from './env.ts'
import type { RpcArgs, RpcName } from './rpc-args.ts'
import { currentTrace, traceHeaders } from './trace.ts'

// Requests to Supabase over connections that stay open.
//
// The built-in fetch spends more CPU on a small call than the call itself (streams, cloning, a `Request` for each), and
// Next wraps it once more. supabase-js needs a status, headers and a text only.

/** Opened lazily; a burst is queued rather than opening hundreds of connections. */
const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000, connect: { timeout: 1_500 } })

const NO_BODY = [204, 205, 304]

/** Like `fetch`, for plain requests with a text body: no redirects, no cache, no cookies. */
const pooledFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: (init.method ?? 'GET') as 'GET' | 'POST', // undici validates it
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? init.body : null,
    signal: init.signal ?? null,
  })
  const text = await body.text()
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(NO_BODY.includes(statusCode) ? null : text, { status: statusCode, headers: entries })
}

// One client for all: creating one per request costs more CPU than the request. The token is set per call, the user's or
// for callers without one this server's, so no state of one caller leaks into the next call.

const make = () =>
  createClient<Database, 'api'>(env().SUPABASE_URL, env().SUPABASE_PUBLISHABLE_KEY, {
    db: { schema: 'api' },
    global: { fetch: pooledFetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })

let client: ReturnType<typeof make> | undefined

/** A call of one SQL function, not yet sent, with the headers of its trace. */
export function rpcFor<Fn extends RpcName>(caller: Caller, fn: Fn, args: RpcArgs<Fn>) {
  const call = untracedRpc(caller, fn, args)
  const trace = currentTrace()
  if (trace) for (const [name, value] of Object.entries(traceHeaders(trace))) call.setHeader(name, value)
  return call
}

export function untracedRpc<Fn extends RpcName>(caller: Caller, fn: Fn, given: RpcArgs<Fn>) {
  const args = given as Database['api']['Functions'][Fn]['Args'] // the generated types omit null
  const token = caller.kind === 'user' ? caller.token : serverToken()
  client ??= make()
  return client.rpc(fn, args).setHeader('authorization', `Bearer ${token}`)
}
