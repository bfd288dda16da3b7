// Only one tab, or the service worker, sends at a time. The server would not double anything, but two senders on one
// weak line halve each other's chance, and their words about one item would contradict each other.
//
// Web Locks end by themselves with the tab that holds them. Where there are none (Safari before 15.4) a lease in the
// database does the same, renewed while the work goes on and believed for half a minute after.

type Leases = {
  acquireLease: (id: string, holder: string, nowMs: number, forMs: number) => Promise<boolean>
  dropLease: (id: string, holder: string) => Promise<void>
}

const LEASE_MS = 30_000

/** Runs `work` when nobody else does, waiting for its turn. */
export async function oneAtATime(name: string, leases: Leases, work: () => Promise<void>): Promise<void> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator) {
    await navigator.locks.request(name, work)
    return
  }
  await withLease(name, leases, work)
}

/** As above with a lease. Whoever has to wait leaves it to the one who sends and looks again a little later. */
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
