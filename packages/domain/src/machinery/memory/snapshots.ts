import { LRUCache } from 'lru-cache'
import type { Operation, ReplyOf } from '../../shared/operation.ts'
import { hasLiveFeed } from '../env.ts'
import { processGlobal } from '../process-global.ts'
import type { UseCase } from '../use-case.ts'
import { isAdmitted } from './admitted-tokens.ts'
import { type CachedReply, etagOf, withCachedReplies } from './cached-reply.ts'
import { onOwnWrite } from './own-writes.ts'

// Replies that are the same for everyone and change rarely (corridors, routes, groups, documents, a vehicle's page):
// each is queried once per TTL, however many people read it.
//
// A snapshot expires a moment after its query, so a change in another process is seen by then, and with any write of
// this process, so that people see what they did. Its version is a hash of its content, the same in every process.

/** With the time that the database needs, a change anywhere is seen within two seconds. */
const TTL_MS = 1_500
const MAX_CHARACTERS = 16 * 1024 * 1024

/** `writes` of this process: a reply that was queried before one is not cached. */
const slot = processGlobal('snapshots', () => {
  const made = { replies: new LRUCache<string, CachedReply>({ maxSize: MAX_CHARACTERS }), writes: 0 }
  onOwnWrite(() => {
    made.writes += 1
    made.replies.clear()
  })
  return made
})

/**
 * A use case with replies cached where SALAMA_LIVE_FEED allows. They are the same for each caller, admitted each time.
 */
export function withSnapshots<Op extends Operation>(useCase: UseCase<Op>) {
  const keyOf = (input: unknown) => JSON.stringify([useCase.operation.name, input])
  const cached = withCachedReplies(useCase, {
    read: async (caller, input) => (hasLiveFeed() && isAdmitted(caller) && slot().replies.get(keyOf(input))) || null,
    observe: (input) => {
      const { writes } = slot()
      const untilMs = performance.now() + TTL_MS
      return (reply: ReplyOf<Op>) => {
        const ttl = untilMs - performance.now()
        if (!hasLiveFeed() || ttl <= 0 || slot().writes !== writes) return
        const json = JSON.stringify(reply)
        const cachedReply: CachedReply = { etag: etagOf(reply, true), json: () => json }
        slot().replies.set(keyOf(input), cachedReply, { ttl, size: json.length })
      }
    },
  })
  return Object.assign(cached, { hasStrongTags: true as const })
}
