import { createSerwistRoute } from '@serwist/turbopack'
import type { CachedPages } from './pages.ts'

// The service worker, made with the pages at build time. The pages that it keeps change with every build; the files
// that they are built from are named by their content. The map's library is larger than all else together, and no page
// that opens offline needs a map.

const LARGEST_BYTES = 400_000

/** For `app/serwist/[path]/route.ts`; the app's worker is `src/sw.ts`. `files` are further files that it keeps. */
export const serwistRoute = (pages: CachedPages, files: readonly string[] = []) => {
  const revision = crypto.randomUUID()
  return createSerwistRoute({
    swSrc: 'src/sw.ts',
    useNativeEsbuild: true,
    esbuildOptions: { sourcemap: false },
    globPatterns: ['.next/static/chunks/**/*.{js,css}', '.next/static/media/**/*.woff2', ...files],
    maximumFileSizeToCacheInBytes: LARGEST_BYTES,
    additionalPrecacheEntries: pages.addresses.map((url) => ({ url, revision })),
  })
}
