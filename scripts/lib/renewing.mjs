/** Gives a server new tokens while it runs, long before the one that it has ends. Dependency-free. */
import { RENEWED_AFTER_MS } from '../../packages/processes/src/server-token.mjs'

/** Seen by the clock, because the machine may have slept. */
const SEEN_EVERY_MS = 1_000

/**
 * @param {() => string} token makes one
 * @param {(token: string) => void} give
 */
export function keepRenewing(token, give) {
  let renewedAt = Date.now()
  const renew = () => {
    if (Date.now() < renewedAt + RENEWED_AFTER_MS) return
    renewedAt = Date.now()
    give(token())
  }
  setInterval(renew, SEEN_EVERY_MS).unref()
}
