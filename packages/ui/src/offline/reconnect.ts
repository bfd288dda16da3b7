// Leaves an offline page when back online. A browser reports online as soon as it has any network, and the first
// seconds often have no connectivity, so the server is probed a few times first.

const MAX_PROBES = 6
const FIRST_MS = 1_000
const TIMEOUT_MS = 10_000

/** Whether our own server responds, with any status. */
const isReachable = (): Promise<boolean> =>
  fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    () => true,
    () => false,
  )

/** Calls `onOnline` once the server responds, with exponential backoff. Returns the stop function. */
export function onReconnect(onOnline: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const probe = async (left: number, backoffMs: number) => {
    const isOnline = await isReachable()
    if (isStopped) return
    if (isOnline) onOnline()
    else if (left > 0) timer = setTimeout(() => probe(left - 1, backoffMs * 2), backoffMs)
  }
  void probe(MAX_PROBES - 1, FIRST_MS)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}
