import type { Outbox } from './outbox.ts'

// When to send: when a page opens, when back online, when the page becomes visible again, when the next attempt is due,
// and, with Background Sync, when online after the page was closed.

/** Background Sync, which only Chromium supports and TypeScript's library lacks. */
type Syncing = ServiceWorkerRegistration & { readonly sync: { register: (tag: string) => Promise<void> } }
const canSync = (registration: ServiceWorkerRegistration): registration is Syncing => 'sync' in registration

const MIN_DELAY_MS = 1_000

/** Sends while this page is open; returns the stop function. */
export function startSending<Content, Reply>(outbox: Outbox<Content, Reply>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const plan = async () => {
    clearTimeout(timer)
    const dueInMs = await outbox.nextDueInMs()
    if (dueInMs === null || stopped) return
    askForSync(outbox.name)
    timer = setTimeout(() => go(false), Math.max(MIN_DELAY_MS, dueInMs))
  }
  const go = (eager: boolean) => {
    // A device without storage has nothing to send; saving an item reports that.
    outbox
      .flush({ eager })
      .then(plan)
      .catch(() => null)
  }
  const retryNow = () => go(true)
  const seen = () => document.visibilityState === 'visible' && go(true)

  const unsubscribe = outbox.subscribe(() => void plan().catch(() => null))
  window.addEventListener('online', retryNow)
  document.addEventListener('visibilitychange', seen)
  retryNow()
  return () => {
    stopped = true
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('online', retryNow)
    document.removeEventListener('visibilitychange', seen)
  }
}

/** Has a Background Sync (with this tag) wake the service worker when online, where supported. */
function askForSync(tag: string): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.ready
    .then((registration) => (canSync(registration) ? registration.sync.register(tag) : undefined))
    .catch(() => null)
}
