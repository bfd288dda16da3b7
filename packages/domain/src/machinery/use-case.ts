import { DomainError } from '../shared/errors.ts'
import type { InputOf, Operation, ReplyOf } from '../shared/operation.ts'
import type { Caller } from './caller.ts'

/**
 * A use case: call it with a caller and parsed input. It carries its operation, so a route needs to import one name.
 *
 * The reply is checked here, for every door at once (API route, an app's own route, a page): a function that returns an
 * extra column must not leak it, and one that forgets a field must fail here and not in somebody's phone. A bad reply is
 * our fault and never blamed on the caller.
 */
export type UseCase<Op extends Operation> = ((caller: Caller, input: InputOf<Op>) => Promise<ReplyOf<Op>>) & {
  operation: Op
}

/** Any use case, for code that only looks at its operation. */
export type AnyUseCase = ((caller: Caller, input: never) => Promise<unknown>) & { operation: Operation }

/** Ties a function to its operation. What `run` returns may be raw JSON from `callRpc`; it is parsed with the reply shape. */
export function useCase<Op extends Operation>(
  operation: Op,
  run: (caller: Caller, input: InputOf<Op>) => Promise<unknown>,
): UseCase<Op> {
  const checked = async (caller: Caller, input: InputOf<Op>) => {
    const reply = operation.reply.safeParse(await run(caller, input))
    if (!reply.success) throw new DomainError('internal', {}, { cause: reply.error })
    return reply.data as ReplyOf<Op> // safeParse of `Op['reply']` widened by the constraint on Operation
  }
  return Object.assign(checked, { operation })
}
