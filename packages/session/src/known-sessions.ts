import { SESSION_ASSUMED_MS } from '@salama/domain/admitted-tokens'
import { processGlobal } from '@salama/domain/process-global'
import { LRUCache } from 'lru-cache'

// A cache of the state of sessions behind access tokens. A separate module, for the proxy, which has no database
// access.

/** Longer than any access token, so that an ended session stays ended. */
const ENDED_MS = 24 * 3600 * 1000

/** `suspended`: the person sees this as the reason; others are only signed out. */
export type SessionState = 'live' | 'ended' | 'suspended'

/** The state of the session by its token, for proxy, pages and routes. */
export const knownSessions = processGlobal(
  'session.known',
  () => new LRUCache<string, Promise<SessionState>>({ max: 10_000, ttl: SESSION_ASSUMED_MS }),
)

/** Marks all sessions with this token as ended in this process. */
export const markEnded = (token: string, state: Exclude<SessionState, 'live'> = 'ended') =>
  knownSessions().set(token, Promise.resolve(state), { ttl: ENDED_MS })

/** How this token's session is known to have ended; null where it is not. */
export async function endOf(token: string): Promise<'ended' | 'suspended' | null> {
  const state = await knownSessions().get(token)
  return state === undefined || state === 'live' ? null : state
}

/** Whether this token's session is known to have ended. */
export const hasEnded = async (token: string) => (await endOf(token)) !== null
