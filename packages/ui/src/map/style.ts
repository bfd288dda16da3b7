import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl'

// The map's own style: no external tiles, fonts or sprites. The lines come from one GeoJSON URL and have the colours of
// the page; everything else on the map is HTML over it.

/** The page's colours, resolved, because WebGL does not support CSS variables. */
export type Inks = {
  paper: string
  sunken: string
  line: string
  edge: string
  ink: string
  soft: string
  danger: string
  link: string
  band: string
}

export function readInks(root: Element = document.documentElement): Inks {
  const style = getComputedStyle(root)
  const ink = (name: string) => style.getPropertyValue(`--color-${name}`).trim()
  return {
    paper: ink('paper'),
    sunken: ink('sunken'),
    line: ink('line'),
    edge: ink('edge'),
    ink: ink('ink'),
    soft: ink('soft'),
    danger: ink('danger'),
    link: ink('link'),
    band: ink('band'),
  }
}

/** Half a coarse cell: the database's grid has steps of 0.01 degrees, about 1.1 km in Nairobi. */
const HALF_CELL = 0.005

/** The cells of coarse incidents, as GeoJSON. */
export function coarseCells(places: readonly { lat: number; lng: number }[]) {
  return {
    type: 'FeatureCollection' as const,
    features: places.map(({ lat, lng }) => {
      const [w, e, s, n] = [lng - HALF_CELL, lng + HALF_CELL, lat - HALF_CELL, lat + HALF_CELL]
      return {
        type: 'Feature' as const,
        properties: {},
        geometry: {
          type: 'Polygon' as const,
          coordinates: [
            [
              [w, s],
              [e, s],
              [e, n],
              [w, n],
              [w, s],
            ],
          ],
        },
      }
    }),
  }
}

/** Optional tiles below the lines: a URL with `{z}`, `{x}` and `{y}`, and their attribution. */
export type Tiles = { url: string; attribution: string }

/** `linesUrl` returns features with `kind` `corridor` or `route`, `id` and `name`. `focus` is the highlighted one. */
export function mapStyle(
  inks: Inks,
  linesUrl: string,
  cells: ReturnType<typeof coarseCells>,
  focus?: string,
  tiles: Tiles | null = null,
): StyleSpecification {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const byZoom = (far: number, near: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    ['zoom'],
    10,
    far,
    15,
    near,
  ]
  return {
    version: 8,
    sources: {
      lines: { type: 'geojson', data: linesUrl },
      cells: { type: 'geojson', data: cells },
      ...(tiles && { tiles: { type: 'raster', tiles: [tiles.url], tileSize: 256, maxzoom: 19 } }),
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': inks.sunken } },
      // Pale, so that reports stay prominent in both themes.
      ...(tiles
        ? [
            {
              id: 'tiles',
              type: 'raster',
              source: 'tiles',
              paint: { 'raster-opacity': 0.5, 'raster-saturation': -0.6 },
            } as const,
          ]
        : []),
      {
        id: 'routes',
        type: 'line',
        source: 'lines',
        filter: ['==', ['get', 'kind'], 'route'],
        layout: round,
        paint: { 'line-color': inks.edge, 'line-width': byZoom(0.75, 2.5), 'line-opacity': 0.7 },
      },
      {
        id: 'corridor-edges',
        type: 'line',
        source: 'lines',
        filter: ['==', ['get', 'kind'], 'corridor'],
        layout: round,
        paint: { 'line-color': inks.sunken, 'line-width': byZoom(5, 15) },
      },
      {
        id: 'corridors',
        type: 'line',
        source: 'lines',
        filter: ['==', ['get', 'kind'], 'corridor'],
        layout: round,
        paint: { 'line-color': inks.link, 'line-width': byZoom(3, 10) },
      },
      {
        id: 'focus-edge',
        type: 'line',
        source: 'lines',
        filter: ['==', ['get', 'id'], focus ?? ''],
        layout: round,
        paint: { 'line-color': inks.ink, 'line-width': byZoom(8, 16) },
      },
      {
        id: 'focus',
        type: 'line',
        source: 'lines',
        filter: ['==', ['get', 'id'], focus ?? ''],
        layout: round,
        paint: { 'line-color': inks.band, 'line-width': byZoom(4, 10) },
      },
      { id: 'cells', type: 'fill', source: 'cells', paint: { 'fill-color': inks.danger, 'fill-opacity': 0.16 } },
      {
        id: 'cell-edges',
        type: 'line',
        source: 'cells',
        paint: { 'line-color': inks.danger, 'line-width': 2, 'line-dasharray': [2, 2] },
      },
      {
        id: 'corridor-names',
        type: 'symbol',
        source: 'lines',
        filter: ['==', ['get', 'kind'], 'corridor'],
        layout: {
          'symbol-placement': 'line',
          'symbol-spacing': 400,
          'text-field': ['get', 'name'],
          'text-font': ['sans-serif'],
          'text-size': 14,
          'text-offset': [0, -0.9],
        },
        paint: { 'text-color': inks.ink, 'text-halo-color': inks.sunken, 'text-halo-width': 2 },
      },
    ],
  }
}
