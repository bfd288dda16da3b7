import { z } from 'zod'
import type { Caller } from '../shared/caller.ts'
import { DomainError } from '../shared/errors.ts'
import { type InputOf, isRead, type Operation, type ReplyOf } from '../shared/operation.ts'
import { callRpc } from './call-rpc.ts'
import { listPage } from './list-page.ts'
import { invalidateAdmitted } from './memory/admitted-tokens.ts'
import type { CachedReply } from './memory/cached-reply.ts'
import { invalidateAfterWrite } from './memory/own-writes.ts'
import { type FitsRpc, isPaged, rpcArgs, rpcName } from './rpc-args.ts'

/**
 * A use case: called with a caller and parsed input; it carries its operation, so a route imports one name.
 *
 * Replies are validated here for every entry point: an extra column must not leak, a missing field not fail on a phone.
 * An invalid one is an internal error, never the caller's.
 */
export type UseCase<Op extends Operation> = ((caller: Caller, input: InputOf<Op>) => Promise<ReplyOf<Op>>) & {
  operation: Op
}

/** Any use case, for code that reads only its operation. */
export type AnyUseCase = ((caller: Caller, input: never) => Promise<unknown>) & {
  operation: Operation
  /** See `withCachedReplies`. */
  readCached?: (caller: Caller, input: never) => Promise<CachedReply<string | Uint8Array<ArrayBuffer>> | null>
  query?: (caller: Caller, input: never) => Promise<unknown>
  /** See `withSnapshots`: the same content has the same bytes, unless it says `asOf`. */
  hasStrongTags?: true
}

/**
 * The use case of an operation that is one call of its SQL function: arguments follow from the input, a list gets its
 * cursor, the reply is validated. It does not compile where the function lacks an argument of that name or type.
 */
export function useCase<const Op extends Operation>(operation: Op & FitsRpc<Op>): UseCase<Op>
/** The use case of an operation that needs more than one call. `run` may return raw JSON from `callRpc`. */
export function useCase<Op extends Operation>(
  operation: Op,
  run: (caller: Caller, input: InputOf<Op>) => Promise<unknown>,
): UseCase<Op>
export function useCase<Op extends Operation>(
  operation: Op,
  run: (caller: Caller, input: InputOf<Op>) => Promise<unknown> = runOf(operation),
): UseCase<Op> {
  const announced = isRead(operation) ? run : writing(run)
  const checked = async (caller: Caller, input: InputOf<Op>) => {
    const reply = operation.reply.safeParse(await announced(caller, input))
    if (!reply.success) throw new DomainError('internal', {}, { cause: reply.error })
    return reply.data as ReplyOf<Op> // safeParse of `Op['reply']` widened by the constraint on Operation
  }
  return Object.assign(checked, { operation })
}

type Run<Input> = (caller: Caller, input: Input) => Promise<unknown>

/** A write that failed may have been committed. */
const writing =
  <Input>(run: Run<Input>): Run<Input> =>
  async (caller, input) => {
    try {
      return await run(caller, input)
    } finally {
      invalidateAdmitted(caller)
      invalidateAfterWrite()
    }
  }

/** Calls an operation's SQL function, for a use case that processes the response further. */
export const rpcOf = <const Op extends Operation>(
  operation: Op & FitsRpc<Op>,
): ((caller: Caller, input: InputOf<Op>) => Promise<unknown>) => runOf(operation)

type Page = { limit?: number | undefined; cursor?: string | undefined }

function runOf(operation: Operation): (caller: Caller, input: unknown) => Promise<unknown> {
  const { name, reply, status, isAnonymous, timeoutMs } = operation
  const rpc = rpcName(operation)
  const isList = reply instanceof z.ZodObject && 'page' in reply.shape
  return async (signedIn, input) => {
    const caller: Caller = isAnonymous ? { kind: 'visitor', requestId: signedIn.requestId } : signedIn
    const args = rpcArgs(operation, caller, Object(input))
    if (isPaged(operation)) return listPage(caller, name, input as Page, rpc, args) // its query is a PageQuery
    const answer = await callRpc(caller, rpc, args as never, timeoutMs) // checked against the function by `FitsRpc`
    if (status === 204) return null
    return isList && Array.isArray(answer) ? { data: answer, page: { nextCursor: null } } : answer
  }
}

/** SQL's response to a submission whose id the client made: that it is stored. Its state is read in a second call. */
export const Submitted = z.object({ repeated: z.boolean() })
