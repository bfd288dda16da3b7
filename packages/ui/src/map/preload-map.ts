import { openBasemap } from './basemap.ts'

/** Starts to load what every map needs, before a component asks for it. Who needs it asks again, if it fails. */
export function preloadMap(): void {
  import('maplibre-gl').catch(() => null)
  openBasemap().catch(() => null)
}
