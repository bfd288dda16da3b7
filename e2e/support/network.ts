import type { BrowserContext } from '@playwright/test'

/** `cut`: nothing gets through. `deaf`: requests arrive, their answers are lost. `silent`: they arrive and nothing comes. */
type Trouble = 'cut' | 'deaf' | 'silent'

/**
 * Breaks the line to some addresses, for all tabs and the service worker of a browser, until it is mended. The handler
 * stays and looks at a flag, so that no request that is being tried again falls between a broken line and none. With
 * `method` it breaks for requests of that kind alone.
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
    await route.fetch()
    arrived.resolve()
    if (trouble === 'deaf') await route.abort('connectionreset')
  })
  return {
    restore: () => {
      isRestored = true
    },
    /** How often something was tried on it. */
    tried: () => tried,
    /** A first request has reached the server. */
    arrived: arrived.promise,
  }
}

/** Makes the line of a page as slow as a bad day on 2G. */
export async function slowNetwork(context: BrowserContext, page: Parameters<BrowserContext['newCDPSession']>[0]) {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: 6_000,
    uploadThroughput: 3_000,
  })
}

/** Holds whatever asks for some addresses until it is let go: a line so slow that one sees the page wait. */
export async function heldRequests(context: BrowserContext, addresses: string) {
  const released = Promise.withResolvers<void>()
  await context.route(addresses, async (route) => {
    await released.promise
    await route.continue()
  })
  return { release: () => released.resolve() }
}
