import { hash } from 'node:crypto'
import type { Caller } from '../../shared/caller.ts'
import type { InputOf, Operation, ReplyOf } from '../../shared/operation.ts'
import type { UseCase } from '../use-case.ts'

/** A reply from this process's memory: its ETag, and its JSON (or bytes), which is only serialized when it is needed. */
export type CachedReply<Body extends string | Uint8Array<ArrayBuffer> = string> = { etag: string; json: () => Body }

type Source<Op> = {
  /** The reply, made of validated parts; null where the database has to be queried. */
  read: (caller: Caller, input: InputOf<Op>) => Promise<CachedReply | null>
  /** Called before a query to the database; the function that it returns is called with the reply. */
  observe?: (input: InputOf<Op>) => (reply: ReplyOf<Op>) => void
}

/** A reply that may say that its id already existed, or when it was complete. */
type Content = { repeated?: unknown; asOf?: unknown }

/**
 * An ETag of the content but `asOf`, so that unchanged lists match; a reply without that may have a strong one.
 */
export function etagOf(reply: unknown, mayBeStrong = false): string {
  const { repeated, asOf, ...content }: Content = Object(reply)
  const isStrong = mayBeStrong && asOf === undefined
  return `${isStrong ? '' : 'W/'}"${hash('sha1', JSON.stringify(content), 'base64url')}"`
}

/**
 * A use case whose JSON an endpoint may take from this process (`readCached`), else from `query`. Others just call it.
 */
export function withCachedReplies<Op extends Operation>(useCase: UseCase<Op>, { read, observe }: Source<Op>) {
  const query = async (caller: Caller, input: InputOf<Op>) => {
    const onReply = observe?.(input)
    const reply = await useCase(caller, input)
    onReply?.(reply)
    return reply
  }
  const readOrQuery = async (caller: Caller, input: InputOf<Op>) => {
    const cached = await read(caller, input)
    return cached ? (JSON.parse(cached.json()) as ReplyOf<Op>) : query(caller, input) // see `read`
  }
  return Object.assign(readOrQuery, { operation: useCase.operation, readCached: read, query })
}
