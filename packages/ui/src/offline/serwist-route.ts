import { createSerwistRoute } from '@serwist/turbopack'
import type { CachedPages } from './pages.ts'

// The service worker, created with the pages at build time. Cached pages change with every build; their files are named
// by content hash. The map's library is larger than everything else together, and no offline page needs a map.

const MAX_BYTES = 400_000

/** For `app/serwist/[path]/route.ts`; the app's worker is `src/sw.ts`. `more` are further addresses to cache. */
export const serwistRoute = (pages: CachedPages, more: readonly string[] = []) => {
  const revision = crypto.randomUUID()
  return createSerwistRoute({
    swSrc: 'src/sw.ts',
    useNativeEsbuild: true,
    esbuildOptions: { sourcemap: false },
    globPatterns: ['.next/static/chunks/**/*.{js,css}', '.next/static/media/**/*.woff2'],
    maximumFileSizeToCacheInBytes: MAX_BYTES,
    additionalPrecacheEntries: [...pages.addresses, ...more].map((url) => ({ url, revision })),
  })
}
