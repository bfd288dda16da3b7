import type { AddProtocolAction } from 'maplibre-gl'
import type { Header, PMTiles } from 'pmtiles'
import { fetchJson, fetchRange } from './saved-files.ts'

/** The basemap of this app: its URL for MapLibre, how its tiles are read, and its bounds (west, south, east, north). */
export type Basemap = { url: string; tile: AddProtocolAction; bounds: [number, number, number, number] }

let opened: Promise<Basemap | null> | undefined

/** Opened once per page. Null if there is none, or it cannot be loaded; then the next map tries again. */
export function openBasemap(): Promise<Basemap | null> {
  opened ??= open().catch(() => {
    opened = undefined
    return null
  })
  return opened
}

async function open(): Promise<Basemap | null> {
  const [{ PMTiles, Protocol }, index] = await Promise.all([
    import('pmtiles'),
    fetchJson<{ url: string | null }>('/basemap/index.json'),
  ])
  if (index.url === null) return null
  const { url } = index
  const archive: PMTiles = new PMTiles({
    getKey: () => url,
    getBytes: async (offset, length, signal) => ({ data: await fetchRange(url, offset, length, signal) }),
  })
  const header: Header = await archive.getHeader()
  const protocol = new Protocol()
  protocol.add(archive)
  return {
    url: `pmtiles://${url}`,
    tile: protocol.tile,
    bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
  }
}
