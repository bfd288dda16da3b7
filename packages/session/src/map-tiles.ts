import { appEnv } from './env.ts'

// Optional map tiles, if the operator of a service configures a tile server. Without it maps show only the lines of the
// network and make no external requests; with it a phone that opens a map requests tiles from that server, which
// reveals roughly where the user looks. So it is off by default.

/** Where a page fetches the setting when it draws a map, because pages are static. */
export const MAP_TILES_PATH = '/api/map-tiles'

/** The URL of a tile, with `{z}`, `{x}` and `{y}` in it, and the attribution under the map. */
export type MapTiles = { url: string; attribution: string }

export function mapTiles(): MapTiles | null {
  const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution } = appEnv()
  return url === undefined ? null : { url, attribution: attribution ?? '' }
}

/** The origin from which pages may then load images. */
export function mapTilesOrigin(): string | null {
  const tiles = mapTiles()
  return tiles && new URL(tiles.url.replace(/\{\w+\}/g, '0')).origin
}
