// Only one tab, or the service worker, sends at a time. The server would deduplicate, but two senders share a weak
// connection, and their results for one item could conflict.
//
// Web Locks are released when the tab that holds them closes. Without them (Safari before 15.4) a lease in the database
// is used, renewed during the work and valid for half a minute after.

type Leases = {
  acquireLease: (id: string, holder: string, nowMs: number, forMs: number) => Promise<boolean>
  dropLease: (id: string, holder: string) => Promise<void>
}

const LEASE_MS = 30_000

/** Runs `work` exclusively, after waiting for the lock. */
export async function oneAtATime(name: string, leases: Leases, work: () => Promise<void>): Promise<void> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator) {
    try {
      return await navigator.locks.request(name, work)
    } catch (cause) {
      // Where site data are blocked there are no locks either, and no other tab that sees these items.
      if (!(cause instanceof DOMException) || cause.name !== 'SecurityError') throw cause
    }
  }
  await withLease(name, leases, work)
}

/** The same with a lease. If another tab holds it, retries a little later. */
export async function withLease(name: string, leases: Leases, work: () => Promise<void>): Promise<void> {
  const holder = crypto.randomUUID()
  while (!(await leases.acquireLease(name, holder, Date.now(), LEASE_MS)))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  const renewing = setInterval(() => {
    leases.acquireLease(name, holder, Date.now(), LEASE_MS).catch(() => null)
  }, LEASE_MS / 3)
  try {
    await work()
  } finally {
    clearInterval(renewing)
    await leases.dropLease(name, holder)
  }
}
