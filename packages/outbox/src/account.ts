import { type Route, tryCall } from '@salama/http/call'

// Who is signed in here, as far as the outbox must know: a mark that tells accounts on one phone apart and names
// nobody. The server makes the same from its session (packages/session/src/as-account.ts).

const KEY = 'salama.account'

async function accountKeyOf(email: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email)))
  const base64 = btoa(String.fromCharCode(...hash))
  return base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)
}

/** Next-auth's own, as the session callback makes it. */
type GetSession = Route<'get', '/api/auth/session', { user?: { email?: string | null } }>

/** The mark of the account that is signed in, or null. Offline: as it was when it was last online. */
export async function currentAccount(): Promise<string | null> {
  const session = await tryCall<GetSession>('GET /api/auth/session', { cache: 'no-store', timeoutMs: 5_000 })
  if (!session.ok) return remembered()
  const email = session.reply.user?.email
  const accountKey = email ? await accountKeyOf(email) : null
  remember(accountKey)
  return accountKey
}

export function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Who was here has left: what is theirs must not be on the next page, online or offline. */
export const clearAccount = () => remember(null)

/**
 * An account is deleted: so is what this app keeps under its mark alone (databases whose name ends with it), which nobody
 * could open or send any more. A browser that cannot list its databases keeps them, unreadable to others. What waits among
 * the things of other accounts is left to whoever holds the phone, who can erase it or send it without an account.
 */
export async function eraseAccount(accountKey: string | null): Promise<void> {
  clearAccount()
  if (accountKey === null || !globalThis.indexedDB?.databases) return
  const databases = await indexedDB.databases().catch(() => [])
  await Promise.all(databases.map(({ name }) => (name?.endsWith(`.${accountKey}`) ? erase(name) : undefined)))
}

/** Also resolves where a page has it open that does not let go: it is erased when that page is closed. */
const erase = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
    request.onblocked = () => resolve()
  })

/** Tells what other tabs hear of who is signed in; returns the way out. */
export function onAccountChange(listener: (account: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => key === KEY && listener(newValue)
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

function remember(accountKey: string | null): void {
  try {
    if (accountKey === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, accountKey)
  } catch {
    // Then it is asked again each time.
  }
}
