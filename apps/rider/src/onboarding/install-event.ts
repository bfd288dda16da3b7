// The browser offers to install the app with an event that may come before the components that use it have loaded, so
// this module is in the first load. The browser's own prompt is suppressed: ours waits until somebody looks for it.

/** Chromium's event; TypeScript's DOM types do not have it. */
type InstallEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

let offered: InstallEvent | null = null
const listeners = new Set<() => void>()

function set(event: InstallEvent | null): void {
  offered = event
  for (const listener of listeners) listener()
}

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    set(event)
  })
  window.addEventListener('appinstalled', () => set(null))
}

/** The offer to install, for `useSyncExternalStore`; null if there is none. */
export const installOffer = {
  get: () => offered,
  clear: () => set(null),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
