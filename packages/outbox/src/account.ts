import { type Route, tryCall } from '@salama/http/call'
import { deleteDatabase, deviceStore, listDatabases } from '@salama/http/device-storage'

// The signed-in account, as far as the outbox needs it: a hash that distinguishes accounts on one phone and names
// nobody. The server computes the same from its session (packages/session/src/as-account.ts).

const KEY = 'salama.account'

async function accountKeyOf(email: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(email)))
  const base64 = btoa(String.fromCharCode(...hash))
  return base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22)
}

/** next-auth's session endpoint, as the session callback shapes it. */
type GetSession = Route<'get', '/api/auth/session', { user?: { email?: string | null } }>

/** The hash of the signed-in account, or null. Offline: the last known one. */
export async function currentAccount(): Promise<string | null> {
  const session = await tryCall<GetSession>('GET /api/auth/session', { cache: 'no-store', timeoutMs: 5_000 })
  if (!session.ok) return remembered()
  const email = session.reply.user?.email
  const accountKey = email ? await accountKeyOf(email) : null
  remember(accountKey)
  return accountKey
}

export const remembered = (): string | null => deviceStore.getItem(KEY)

/** The account has changed: its data must not be on the next page, online or offline. */
export const clearAccount = () => remember(null)

/**
 * After an account is deleted, deletes what this app stores for it alone (databases and values whose name ends with its
 * hash), which nobody could open or send any more. A browser that cannot list its databases keeps them, unreadable to others.
 * Pending items among those of other accounts remain: the phone's user can delete them or send them without an account.
 */
export async function eraseAccount(accountKey: string | null): Promise<void> {
  clearAccount()
  if (accountKey === null) return
  for (const name of deviceStore.keys()) if (name.endsWith(`.${accountKey}`)) deviceStore.removeItem(name)
  const databases = await listDatabases()
  await Promise.all(databases.map((name) => (name.endsWith(`.${accountKey}`) ? deleteDatabase(name) : undefined)))
}

/** Calls back when another tab reports a change of account; returns the unsubscribe function. */
export function onAccountChange(listener: (account: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => key === KEY && listener(newValue)
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

function remember(accountKey: string | null): void {
  if (accountKey === null) deviceStore.removeItem(KEY)
  else deviceStore.setItem(KEY, accountKey)
}
