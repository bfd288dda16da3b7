import { LRUCache } from 'lru-cache'

// This process's cache of API keys, apart from the code that validates them: a key ends when its owner revokes it or
// deletes their account, and both must invalidate it at once.

const MAX = 10_000

/** `wasGood`: the database has accepted this key before, however long ago. */
export type CachedApiKey<Answer> = { prefix: string; untilMs: number; wasGood: boolean; answer: Promise<Answer> }

/** On the global object, because one process may have loaded this file more than once: each route is a bundle. */
const KEY = Symbol.for('salama.api-keys.verified')
const shared: typeof globalThis & { [KEY]?: LRUCache<string, CachedApiKey<unknown>> } = globalThis

/** The cache, by the hash of the key; the caller defines the type of the answers. */
export function apiKeyCache<Answer>(): LRUCache<string, CachedApiKey<Answer>> {
  shared[KEY] ??= new LRUCache({ max: MAX })
  return shared[KEY] as LRUCache<string, CachedApiKey<Answer>> // only one caller writes it, through this function
}

/** Invalidates a key, also a lookup that is in progress. */
export function evictApiKey(prefix: string): void {
  const known = apiKeyCache<unknown>()
  for (const [hash, entry] of known.entries()) if (entry.prefix === prefix) known.delete(hash)
}
