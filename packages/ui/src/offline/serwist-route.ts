import { CITY } from '@salama/domain/shared'
import { createSerwistRoute } from '@serwist/turbopack'
import type { CachedPages } from './pages.ts'

// The service worker, created with the pages at build time. Cached pages change with every build; their files are named
// by content hash. The map's library is larger than everything else together, and no offline page needs a map.

/** As a build has it for pages: a worker has no environment. */
const CITY_IN_WORKER = {
  'process.env.SALAMA_CITY': JSON.stringify(JSON.stringify(CITY)),
  'process.env.SALAMA_CITY_WORDS': '""',
  // A worker is no module: the words alone would keep it from starting.
  'import.meta.dirname': '""',
}

const MAX_BYTES = 400_000

/** For `app/serwist/[path]/route.ts`; the app's worker is `src/sw.ts`. `more` are further addresses to cache. */
export const serwistRoute = (pages: CachedPages, more: readonly string[] = []) => {
  const revision = crypto.randomUUID()
  return createSerwistRoute({
    swSrc: 'src/sw.ts',
    useNativeEsbuild: true,
    esbuildOptions: { sourcemap: false, define: CITY_IN_WORKER },
    globPatterns: ['.next/static/chunks/**/*.{js,css}', '.next/static/media/**/*.woff2'],
    maximumFileSizeToCacheInBytes: MAX_BYTES,
    additionalPrecacheEntries: [...pages.addresses, ...more].map((url) => ({ url, revision })),
  })
}
