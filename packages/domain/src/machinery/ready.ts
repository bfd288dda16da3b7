import { hash } from 'node:crypto'
import type { InputOf, Operation, ReplyOf } from '../shared/operation.ts'
import type { Caller } from './caller.ts'
import type { UseCase } from './use-case.ts'

/** A reply that this process can give itself: its ETag, and its JSON, which is only made when asked for. */
export type Ready = { etag: string; json: () => string }

type Source<Op> = {
  /** The reply, made of validated parts; null where the database has to be asked. */
  find: (caller: Caller, input: InputOf<Op>) => Promise<Ready | null>
  /** Begins to observe a request to the database; what it returns sees the reply. */
  learn?: (input: InputOf<Op>) => (reply: ReplyOf<Op>) => void
}

/** A reply that may say that its id already existed, or when it was complete. */
type Content = { repeated?: unknown; asOf?: unknown }

/**
 * An ETag of what a reply says. Two reads of an unchanged list should match, so not of `asOf`; a reply without it has the
 * same bytes each time, so that its ETag may be a strong one.
 */
export function etagOf(reply: unknown, mayBeStrong = false): string {
  const { repeated, asOf, ...content }: Content = Object(reply)
  const isStrong = mayBeStrong && asOf === undefined
  return `${isStrong ? '' : 'W/'}"${hash('sha1', JSON.stringify(content), 'base64url')}"`
}

/**
 * A use case whose reply may be in this process. An endpoint calls `ready` and sends that as it is, or else `ask`;
 * everybody else calls the use case.
 */
export function withReady<Op extends Operation>(useCase: UseCase<Op>, { find, learn }: Source<Op>) {
  const ask = async (caller: Caller, input: InputOf<Op>) => {
    const seen = learn?.(input)
    const reply = await useCase(caller, input)
    seen?.(reply)
    return reply
  }
  const read = async (caller: Caller, input: InputOf<Op>) => {
    const found = await find(caller, input)
    return found ? (JSON.parse(found.json()) as ReplyOf<Op>) : ask(caller, input) // see `find`
  }
  return Object.assign(read, { operation: useCase.operation, ready: find, ask })
}
