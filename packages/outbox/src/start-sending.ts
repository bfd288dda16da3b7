import type { Outbox } from './outbox.ts'

// When to try: when a page opens, when back online, when somebody looks at the page again, when the time of the
// next attempt has come, and, where the browser has Background Sync, when online after the page was closed.

/** Background Sync, which only Chromium has and TypeScript's library does not. */
type Syncing = ServiceWorkerRegistration & { readonly sync: { register: (tag: string) => Promise<void> } }
const canSync = (registration: ServiceWorkerRegistration): registration is Syncing => 'sync' in registration

const SOONEST_MS = 1_000

/** Keeps sending while this page is open; returns the way to stop. */
export function startSending<Content, Reply>(outbox: Outbox<Content, Reply>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const plan = async () => {
    clearTimeout(timer)
    const due = await outbox.nextDueMs()
    if (due === null || stopped) return
    askForSync(outbox.name)
    timer = setTimeout(() => go(false), Math.max(SOONEST_MS, due - Date.now()))
  }
  const go = (eager: boolean) => {
    // A device that keeps nothing has nothing to send; whoever writes something is told so there.
    outbox
      .flush({ eager })
      .then(plan)
      .catch(() => null)
  }
  const hurry = () => go(true)
  const seen = () => document.visibilityState === 'visible' && go(true)

  const forget = outbox.subscribe(() => void plan().catch(() => null))
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', seen)
  hurry()
  return () => {
    stopped = true
    clearTimeout(timer)
    forget()
    window.removeEventListener('online', hurry)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Asks the browser to wake the service worker (with this tag) when online. Without such a thing: nothing. */
function askForSync(tag: string): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.ready
    .then((registration) => (canSync(registration) ? registration.sync.register(tag) : undefined))
    .catch(() => null)
}
