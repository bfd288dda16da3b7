/// <reference lib="webworker" />

// The service worker's part: shows a message, answers the first one, and opens its page when it is pressed.

/** As `send-push.ts` sends it; anything else is ignored. */
function messageIn(data: PushMessageData | null) {
  try {
    const { title, body, url, tag, proof } = Object(data?.json())
    const texts = [title, body, url, tag]
    return texts.every((text) => typeof text === 'string') ? { title, body, url, tag, proof } : null
  } catch {
    return null
  }
}

export function showMessages(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('push', (event) => {
    const message = messageIn(event.data)
    if (!message) return
    const { title, body, url, tag, proof } = message
    const icon = '/icons/192.png'
    const shown = self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { url } })
    event.waitUntil(Promise.all([shown, typeof proof === 'string' && answer(proof)]))
  })

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const url = new URL(String(event.notification.data?.url ?? '/'), self.location.origin)
    if (url.origin !== self.location.origin) return
    event.waitUntil(openPage(self, url.href))
  })
}

/** Without a connection the server asks again in some hours. */
async function answer(proof: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch('/api/push/prove', { method: 'POST', headers, body: JSON.stringify({ proof }) }).catch(() => {})
}

async function openPage(self: ServiceWorkerGlobalScope, url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const same = windows.find((each) => each.url === url)
  await (same ? same.focus() : self.clients.openWindow(url))
}
