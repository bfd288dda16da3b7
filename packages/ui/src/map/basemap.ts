import type { Header, PMTiles } from 'pmtiles'
import { fetchJson, fetchRange } from './saved-files.ts'

/** The basemap of this app: its URL for MapLibre, and its bounds (west, south, east, north). */
export type Basemap = { url: string; bounds: [number, number, number, number] }

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
  const [{ addProtocol }, { PMTiles, Protocol }, index] = await Promise.all([
    import('maplibre-gl'),
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
  addProtocol('pmtiles', protocol.tile)
  return { url: `pmtiles://${url}`, bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat] }
}
