import { appEnv } from './env.ts'

// A ground for the maps, where the operator of a service has one to offer. Without it the maps draw the lines of the
// network on plain paper and ask nobody else for anything; with it a phone that opens a map asks that server for
// pictures, and so tells it roughly where the person looks. That is why it is off unless it is set.

/** Where a page asks for it, when it draws a map: pages are made ahead and know no settings. */
export const MAP_TILES_PATH = '/api/map-tiles'

/** The address of a picture, with `{z}`, `{x}` and `{y}` in it, and whom to name under the map. */
export type MapTiles = { url: string; attribution: string }

export function mapTiles(): MapTiles | null {
  const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution } = appEnv()
  return url === undefined ? null : { url, attribution: attribution ?? '' }
}

/** The host that the pages may then load pictures from. */
export function mapTilesOrigin(): string | null {
  const tiles = mapTiles()
  return tiles && new URL(tiles.url.replace(/\{\w+\}/g, '0')).origin
}
