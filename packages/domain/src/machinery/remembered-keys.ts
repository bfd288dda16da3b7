import { LRUCache } from 'lru-cache'

// What this process remembers of API keys, apart from the code that asks about them: a key ends when its owner revokes it
// and when the owner deletes their account, and both must make this process forget it at once.

const MAX = 10_000

/** `wasGood`: the database has said of this very key that it works, however long ago. */
export type RememberedKey<Answer> = { prefix: string; untilMs: number; wasGood: boolean; answer: Promise<Answer> }

/** On the global object, because one process may have loaded this file more than once: each route is a bundle. */
const KEY = Symbol.for('salama.api-keys.verified')
const shared: typeof globalThis & { [KEY]?: LRUCache<string, RememberedKey<unknown>> } = globalThis

/** What is remembered, by the hash of the key; the one who asks says what the answers are. */
export function rememberedKeys<Answer>(): LRUCache<string, RememberedKey<Answer>> {
  shared[KEY] ??= new LRUCache({ max: MAX })
  return shared[KEY] as LRUCache<string, RememberedKey<Answer>> // written through this function only, by one caller
}

/** Forgets a key, also what is just being asked about it. */
export function evictApiKey(prefix: string): void {
  const known = rememberedKeys<unknown>()
  for (const [hash, entry] of known.entries()) if (entry.prefix === prefix) known.delete(hash)
}
