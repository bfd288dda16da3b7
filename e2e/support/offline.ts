import type { Page } from '@playwright/test'

/**
 * Waits until this browser can open the app of this page offline. A page that was asked for before the service
 * worker was ready is not taken over by it, and is opened once more, as somebody would who comes back.
 */
export async function installed(page: Page): Promise<void> {
  const isControlled = await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    return navigator.serviceWorker.controller !== null
  })
  if (!isControlled) await page.reload()
}
