/// <reference lib="webworker" />
import { CacheFirst, ExpirationPlugin, type PrecacheEntry, Serwist, type SerwistGlobalConfig } from 'serwist'
import type { CachedPages } from './pages.ts'

// The service worker of an app: it serves cached pages offline, and sends the outbox when online.
//
// Its cache is the same for everybody: the app's few offline pages (`apps/*/src/offline/pages.ts`) and the files they
// need. They are fetched without cookies, so they contain no personal data, and no page or response of a signed-in user
// is ever cached. A new version waits until the user activates it (see background-bar.tsx).

declare global {
  interface WorkerGlobalScope extends SerwistGlobalConfig {
    __SW_MANIFEST: (PrecacheEntry | string)[] | undefined
  }
}
declare const self: ServiceWorkerGlobalScope

type Worker = {
  /** The prefix of the app's cache names. */
  app: string
  pages: CachedPages
  /** `self.__SW_MANIFEST`, which is inlined into the app's own file. */
  manifest: (PrecacheEntry | string)[] | undefined
  /** Sends this outbox; rejects while items are left, so that the browser wakes the worker again. Null: none. */
  send: (outbox: string) => Promise<void> | null
}

const WEEK_S = 7 * 24 * 3600

export function startWorker({ app, pages, manifest, send }: Worker): void {
  const serwist = new Serwist({
    ...(manifest && { precacheEntries: manifest }),
    precacheOptions: { cleanupOutdatedCaches: true, fetchOptions: { credentials: 'omit' } },
    skipWaiting: false,
    clientsClaim: true,
    runtimeCaching: [
      {
        matcher: ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
        handler: ({ request, url }) => openPage(request, url),
      },
      {
        // Named by their content, so they never change. What the cached pages need of them is kept already.
        matcher: ({ url, sameOrigin }) => sameOrigin && /^\/(_next\/static|vendor)\//.test(url.pathname),
        handler: new CacheFirst({
          cacheName: `salama-${app}.files`,
          plugins: [new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: WEEK_S })],
        }),
      },
    ],
  })

  async function openPage(request: Request, url: URL): Promise<Response> {
    const kept = pages.cachedUrl(url)
    const page = kept && (await serwist.matchPrecache(kept))
    if (page) return page
    try {
      return await fetch(request)
    } catch {
      const cookie = await self.cookieStore?.get('NEXT_LOCALE')
      return Response.redirect(new URL(pages.offlineUrl(url, cookie?.value ?? self.navigator.language), url))
    }
  }

  self.addEventListener('sync', (event) => {
    const sending = send(event.tag)
    if (sending) event.waitUntil(sending)
  })
  serwist.addEventListeners()
}
