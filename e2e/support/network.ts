import type { BrowserContext } from '@playwright/test'

/** `cut`: no request gets through. `deaf`: responses are lost with an error. `silent`: responses never arrive. */
type Trouble = 'cut' | 'deaf' | 'silent'

/**
 * Breaks requests to matching URLs, for all tabs and the service worker of a browser, until restored. The handler stays
 * registered and checks a flag, so that no retry slips through while it is removed. `method` limits it to that method.
 */
export async function brokenNetwork(
  context: BrowserContext,
  addresses: string,
  trouble: Trouble = 'cut',
  method?: 'POST',
) {
  let isRestored = false
  let tried = 0
  const arrived = Promise.withResolvers<void>()
  await context.route(addresses, async (route) => {
    if (isRestored || (method ?? route.request().method()) !== route.request().method()) return route.continue()
    tried++
    if (trouble === 'cut') return route.abort('internetdisconnected')
    const hasArrived = await route.fetch().then(
      () => true,
      () => false, // the test has ended meanwhile
    )
    if (!hasArrived) return
    arrived.resolve()
    if (trouble === 'deaf') await route.abort('connectionreset')
  })
  return {
    restore: () => {
      isRestored = true
    },
    /** How many requests hit the broken connection. */
    tried: () => tried,
    /** Resolves when a first request has reached the server. */
    arrived: arrived.promise,
  }
}

/** Holds requests to matching URLs until released, so that the loading state can be seen. */
export async function heldRequests(context: BrowserContext, addresses: string) {
  const released = Promise.withResolvers<void>()
  await context.route(addresses, async (route) => {
    await released.promise
    await route.continue()
  })
  return { release: () => released.resolve() }
}
