import { SESSION_ASSUMED_MS } from '@salama/domain/admitted-tokens'
import { LRUCache } from 'lru-cache'

// A cache of the state of sessions behind access tokens. A separate module, for the proxy, which has no database
// access.

/** Longer than any access token, so that an ended session stays ended. */
const ENDED_MS = 24 * 3600 * 1000

/** Whether the session is valid. On the global object: proxy, pages and routes are separate bundles in one process. */
const KEY = Symbol.for('salama.session.known')
type Sessions = LRUCache<string, Promise<boolean>>
const shared: typeof globalThis & { [KEY]?: Sessions } = globalThis

export function knownSessions(): Sessions {
  shared[KEY] ??= new LRUCache({ max: 10_000, ttl: SESSION_ASSUMED_MS })
  return shared[KEY]
}

/** Marks all sessions with this token as ended in this process. */
export const markEnded = (token: string) => knownSessions().set(token, Promise.resolve(false), { ttl: ENDED_MS })

/** Whether this token's session is known to have ended. */
export const hasEnded = async (token: string) => (await knownSessions().get(token)) === false
