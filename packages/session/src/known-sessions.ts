import { LRUCache } from 'lru-cache'

// What this process has learnt of the sessions behind access tokens. By itself, for the proxy, which asks no database.

/** So long a session that lasted is taken to last still; within it the database's own refusals are the bound. */
const LASTS_MS = 5_000
/** Longer than any access token: what has ended stays ended. */
const ENDED_MS = 24 * 3600 * 1000

/** Whether the session lasts. Kept on the global object: proxy, pages and routes are bundled apart, in one process. */
const KEY = Symbol.for('salama.session.known')
type Sessions = LRUCache<string, Promise<boolean>>
const shared: typeof globalThis & { [KEY]?: Sessions } = globalThis

export function knownSessions(): Sessions {
  shared[KEY] ??= new LRUCache({ max: 10_000, ttl: LASTS_MS })
  return shared[KEY]
}

/** Ends all sessions with this token, as far as this process goes. */
export const markEnded = (token: string) => knownSessions().set(token, Promise.resolve(false), { ttl: ENDED_MS })

/** Whether it is known that this token's session has ended. */
export const hasEnded = async (token: string) => (await knownSessions().get(token)) === false
