// The page's part of Web Push: permission, and the browser's subscription. It stores nothing on the server; the app does.

export type BrowserSubscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** `unsupported`: also Safari on an iPhone before the app is installed. */
export type PushState = 'on' | 'off' | 'blocked' | 'unsupported'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The registration, if the service worker is there: it is registered after the page has loaded. */
const registration = async () => (await navigator.serviceWorker.getRegistration('/')) ?? null

export async function pushState(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await currentSubscription()
  return subscription && Notification.permission === 'granted' ? 'on' : 'off'
}

export async function currentSubscription(): Promise<BrowserSubscription | null> {
  if (!isSupported()) return null
  const found = await (await registration())?.pushManager.getSubscription()
  return found ? asJson(found) : null
}

/** Asks for permission and subscribes with the server's key, at a press of a button. Returns the state afterwards. */
export async function turnOnPush(publicKey: string): Promise<BrowserSubscription | Exclude<PushState, 'on'>> {
  if (!isSupported()) return 'unsupported'
  const permission = await Notification.requestPermission()
  if (permission === 'denied') return 'blocked'
  const worker = permission === 'granted' ? await registration() : null
  if (!worker) return 'off'
  try {
    return asJson(await subscribe(worker, publicKey)) ?? 'unsupported'
  } catch {
    return 'unsupported' // a browser without a push service
  }
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, applicationServerKey: string) {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // It was made with another key of the server.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** Unsubscribes the browser, and returns the endpoint to remove. */
export async function turnOffPush(): Promise<string | null> {
  const found = await (await registration())?.pushManager.getSubscription()
  await found?.unsubscribe()
  return found?.endpoint ?? null
}

function asJson(subscription: PushSubscription): BrowserSubscription | null {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : null
}
