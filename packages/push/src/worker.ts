/// <reference lib="webworker" />

// The service worker's part: shows a message as a notification, and opens its page when it is pressed.

/** As `send-push.ts` sends it; anything else is ignored. */
function messageIn(data: PushMessageData | null) {
  try {
    const { title, body, url, tag } = Object(data?.json())
    const texts = [title, body, url, tag]
    return texts.every((text) => typeof text === 'string') ? { title, body, url, tag } : null
  } catch {
    return null
  }
}

export function showMessages(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('push', (event) => {
    const message = messageIn(event.data)
    if (!message) return
    const { title, body, url, tag } = message
    const icon = '/icons/192.png'
    event.waitUntil(self.registration.showNotification(title, { body, tag, icon, badge: icon, data: { url } }))
  })

  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const url = new URL(String(event.notification.data?.url ?? '/'), self.location.origin)
    if (url.origin !== self.location.origin) return
    event.waitUntil(openPage(self, url.href))
  })
}

async function openPage(self: ServiceWorkerGlobalScope, url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const same = windows.find((each) => each.url === url)
  await (same ? same.focus() : self.clients.openWindow(url))
}
