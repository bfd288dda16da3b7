import type { Page } from '@playwright/test'

/**
 * Waits until this browser can open this page's app offline. The service worker does not control a page that was
 * requested before it was ready, so the page is reloaded.
 */
export async function installed(page: Page): Promise<void> {
  const isControlled = await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })
  if (!isControlled) await page.reload()
}
