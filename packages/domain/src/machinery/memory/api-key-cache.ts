import { LRUCache } from 'lru-cache'
import { processGlobal } from '../process-global.ts'

// This process's cache of API keys, apart from the code that validates them: a key ends when its owner revokes it or
// deletes their account, and both must invalidate it at once.

const MAX = 10_000

/** `wasGood`: the database has accepted this key before, however long ago. */
export type CachedApiKey<Answer> = { prefix: string; untilMs: number; wasGood: boolean; answer: Promise<Answer> }

const cache = processGlobal('api-keys', () => new LRUCache<string, CachedApiKey<unknown>>({ max: MAX }))

/** The cache, by the hash of the key; the caller defines the type of the answers. */
export const apiKeyCache = <Answer>() => cache() as LRUCache<string, CachedApiKey<Answer>> // only one caller writes it

/** Invalidates a key, also a lookup that is in progress. */
export function evictApiKey(prefix: string): void {
  const known = apiKeyCache<unknown>()
  for (const [hash, entry] of known.entries()) if (entry.prefix === prefix) known.delete(hash)
}
