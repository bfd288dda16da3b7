/// <reference lib="webworker" />
import { nextDueMs } from '@salama/outbox/keep-sending.ts'
import { CacheFirst, ExpirationPlugin, type PrecacheEntry, Serwist, type SerwistGlobalConfig } from 'serwist'
import { keptAddress, offlineAddress } from './offline/pages.ts'
import { OUTBOX_NAME, reportOutbox } from './outbox/report-outbox.ts'

// The service worker: it opens the app without a line, and sends the outbox when the browser finds one.
//
// What it keeps is the same for everybody: the few pages that were made ahead, and the files that they are built from.
// They are fetched without cookies, so nothing of a person can get among them, and no page or answer that somebody asked
// for while signed in is ever kept. A new version waits until the person lets it in (see update-notice.tsx).

declare global {
  interface WorkerGlobalScope extends SerwistGlobalConfig {
    __SW_MANIFEST: (PrecacheEntry | string)[] | undefined
  }
}
declare const self: ServiceWorkerGlobalScope

const WEEK_S = 7 * 24 * 3600

const serwist = new Serwist({
  ...(self.__SW_MANIFEST && { precacheEntries: self.__SW_MANIFEST }),
  precacheOptions: { cleanupOutdatedCaches: true, fetchOptions: { credentials: 'omit' } },
  skipWaiting: false,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
      handler: ({ request, url }) => openPage(request, url),
    },
    {
      // Named by their content, so they never change. What the kept pages need of them is kept already.
      matcher: ({ url, sameOrigin }) => sameOrigin && /^\/(_next\/static|vendor)\//.test(url.pathname),
      handler: new CacheFirst({
        cacheName: 'salama-rider.files',
        plugins: [new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: WEEK_S })],
      }),
    },
  ],
})

async function openPage(request: Request, url: URL): Promise<Response> {
  const kept = keptAddress(url)
  const page = kept && (await serwist.matchPrecache(kept))
  if (page) return page
  try {
    return await fetch(request)
  } catch {
    const cookie = await self.cookieStore?.get('NEXT_LOCALE')
    return Response.redirect(new URL(offlineAddress(url, cookie?.value ?? self.navigator.language), url))
  }
}

/** Rejects while something is left, so that the browser wakes us again. */
async function sendOutbox(): Promise<void> {
  await reportOutbox.flush({ eager: true })
  if (nextDueMs(await reportOutbox.list()) !== null) throw new Error('Something is left')
}

self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX_NAME) event.waitUntil(sendOutbox())
})
serwist.addEventListeners()
