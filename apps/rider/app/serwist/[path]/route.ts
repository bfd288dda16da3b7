import { createSerwistRoute } from '@serwist/turbopack'
import { KEPT_ADDRESSES } from '@/offline/pages.ts'

// The service worker, made with the pages at build time. The pages that it keeps change with every build; the files
// that they are built from are named by their content. The map's library is larger than all else together, and no page
// that opens without a line has a map.

const revision = crypto.randomUUID()
const LARGEST_BYTES = 400_000

export const { dynamic, dynamicParams, revalidate, generateStaticParams, GET } = createSerwistRoute({
  swSrc: 'src/sw.ts',
  useNativeEsbuild: true,
  esbuildOptions: { sourcemap: false },
  globPatterns: ['.next/static/chunks/**/*.{js,css}', '.next/static/media/**/*.woff2', 'public/nairobi.html'],
  maximumFileSizeToCacheInBytes: LARGEST_BYTES,
  additionalPrecacheEntries: KEPT_ADDRESSES.map((url) => ({ url, revision })),
})
