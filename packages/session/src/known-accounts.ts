import { LRUCache } from 'lru-cache'

// What this process has learnt of the accounts behind access tokens. By itself, for the proxy, which asks no database.

/** So long a person who was there is taken to be there still; within it the database's own refusals are the bound. */
const THERE_MS = 30_000
/** Longer than any access token: who is gone stays gone. */
const GONE_MS = 24 * 3600 * 1000

/** Whether the account is there. Kept on the global object: proxy, pages and routes are bundled apart, in one process. */
const KEY = Symbol.for('salama.session.accounts')
type Accounts = LRUCache<string, Promise<boolean>>
const shared: typeof globalThis & { [KEY]?: Accounts } = globalThis

export function knownAccounts(): Accounts {
  shared[KEY] ??= new LRUCache({ max: 10_000, ttl: THERE_MS })
  return shared[KEY]
}

/** Ends all sessions with this token, as far as this process goes. */
export const endAccount = (token: string) => knownAccounts().set(token, Promise.resolve(false), { ttl: GONE_MS })

/** Whether it is known that this token's account is no more. */
export const hasEnded = async (token: string) => (await knownAccounts().get(token)) === false
