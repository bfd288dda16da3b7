/** The version whose files `npm run vendor` copies to where pages can load them; a test compares it with the package. */
const VERSION = '6.17.0'

export const MAPLIBRE_URL = `/vendor/maplibre-gl.mjs?v=${VERSION}`
export const WORKER_URL = `/vendor/maplibre-gl-worker.mjs?v=${VERSION}`

/** MapLibre (240 kB), which only maps need, from a URL that a page can preload: those of a bundler are not known to it. */
export const loadMapLibre = (): Promise<typeof import('maplibre-gl')> =>
  import(/* turbopackIgnore: true */ /* @vite-ignore */ MAPLIBRE_URL)
