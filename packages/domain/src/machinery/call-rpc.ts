import type { Caller } from '../shared/caller.ts'
import { DomainError, isErrorSlug } from '../shared/errors.ts'
import { rpcFor } from './clients.ts'
import { timeLimit } from './env.ts'
import { measure } from './measure.ts'
import { markAdmitted } from './memory/admitted-tokens.ts'
import { redactMessage } from './redact-message.ts'
import { callInTurn, RETRY_AFTER_S } from './request-scope.ts'
import type { RpcArgs, RpcName } from './rpc-args.ts'
import { readDetail } from './rpc-detail.ts'
import { inSpan } from './trace.ts'

// The only access to the database.
//
// One call is one transaction: everything that the SQL function did commits, or none of it. So a use case makes at most
// one call that writes. The result is unknown JSON; `useCase` validates it against the operation's reply, so it is
// parsed exactly once. Failures arrive as one private SQLSTATE with the slug as message and JSON as detail; messages in
// English are never parsed.

/** SQLSTATE of `app.fail`, see supabase/schemas/00_base/fail.sql. */
const FAILED_ON_PURPOSE = 'PT400'

/** PostgREST's code for a token that it refuses, and PostgreSQL's for a missing grant. */
const REFUSED_TOKEN = /^PGRST30[0-3]$/
const NO_GRANT = '42501'

/** Deadlock or serialization failure: PostgreSQL rolled our transaction back, and a retry may succeed. */
const IN_THE_WAY = /^40(001|P01)$/

/**
 * The database is shutting down, starting or full, timed out, or waited for a lock; PGRST: PostgREST cannot reach it.
 */
const AWAY = /^(08|53)...$|^(25P0[34]|55P03|57014|57P0[1-5]|PGRST00[0-3])$/

/** Longer than the statement timeout of a server (8 s at Supabase); after it the caller gets `unavailable`. */
const TIMEOUT_MS = 10_000

/**
 * Runs one SQL function of schema `api` as the caller.
 * @throws {DomainError} the slug that SQL raised; `invalid_token`, `forbidden`; `unavailable` when the database does
 *   not respond; `internal` for any unexpected failure
 */
export function callRpc<Fn extends RpcName>(
  caller: Caller,
  fn: Fn,
  args: RpcArgs<Fn>,
  timeoutMs = TIMEOUT_MS,
): Promise<unknown> {
  return inSpan({ name: `rpc ${fn}`, kind: 'client', attributes: { 'rpc.method': fn } }, async (end) => {
    const started = performance.now()
    const { data, error, status } = await callInTurn((client) => {
      const late = AbortSignal.timeout(timeLimit(timeoutMs))
      return rpcFor(caller, fn, args).abortSignal(client ? AbortSignal.any([client, late]) : late)
    })
    measure('rpc', fn, status, started)
    end({ 'http.response.status_code': status }, error !== null)
    if (error) throw toDomainError(caller, fn, status, error)
    markAdmitted(caller)
    return data
  })
}

/** An error of PostgREST. A gateway that responds in its place may send anything, or nothing. */
type RpcError = { code?: string; message?: string; details?: string | null }

function toDomainError(caller: Caller, fn: string, status: number, error: RpcError): DomainError {
  const { code = '', message = '', details = null } = error
  const cause = new Error(`${fn}: ${code} ${redactMessage(code, message)}`)
  if (code === FAILED_ON_PURPOSE && isErrorSlug(message))
    return new DomainError(message, readDetail(message, details), { cause })
  // We verified the token with a tolerance for clock skew that the database does not have: it has just expired. One of our
  // own, as after the machine slept, is renewed: nothing that the caller did was wrong.
  if (REFUSED_TOKEN.test(code))
    return caller.kind === 'user'
      ? new DomainError('token_expired', {}, { cause })
      : new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S }, { cause })
  if (code === NO_GRANT) return new DomainError('forbidden', {}, { cause })
  if (AWAY.test(code)) return new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S }, { cause })
  if (IN_THE_WAY.test(code)) return new DomainError('unavailable', { retryAfterS: 1 }, { cause })
  // No HTTP status: no response arrived. 502 to 504: a gateway in front of the database reports it as unreachable.
  if (status === 0 || (status >= 502 && status <= 504))
    return new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S }, { cause })
  return new DomainError('internal', {}, { cause })
}
