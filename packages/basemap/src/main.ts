import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cityFolder } from '../../domain/src/shared/city-folder.ts'
import { type Bounds, LAYERS } from './layers.ts'
import { readOsm } from './osm.ts'
import { pmtilesArchive } from './pmtiles-archive.ts'
import { readLayers } from './read-layers.ts'
import { boundsOf, MAX_ZOOM, MIN_ZOOM, makeTiles } from './tiles.ts'

// Builds the basemap, one PMTiles archive, from a folder of GeoJSON layers or from an OpenStreetMap extract:
//
//   npm run basemap                                              the city's, as `npm run build` does
//   npm run basemap -- country.osm.pbf --bbox 39.5,-4.2,39.9,-3.9 --out city.pmtiles
//
// `--bbox` is west,south,east,north; without it everything in the file is drawn.

const city = cityFolder()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(import.meta.dirname, `../dist/${city.name}.pmtiles`) },
    bbox: { type: 'string' },
  },
})

function readBounds(text: string): Bounds {
  const [west, south, east, north, ...more] = text.split(',').map(Number)
  if (west === undefined || south === undefined || east === undefined || north === undefined || more.length > 0)
    throw new Error(`--bbox ${text}: west,south,east,north`)
  if (!(west < east && south < north)) throw new Error(`--bbox ${text}: west is below east, and south below north`)
  return [west, south, east, north]
}

const startedAt = performance.now()
const source = positionals[0] === undefined ? join(city.path, 'basemap') : resolve(positionals[0])
if (positionals[0] === undefined && !existsSync(source)) {
  console.log(`${source} is missing: maps of ${city.name} show routes and stops without streets.`)
  process.exit()
}
const wanted = values.bbox === undefined ? undefined : readBounds(values.bbox)
const layers = source.endsWith('.pbf') ? await readOsm(source, wanted) : readLayers(source)
const bounds = wanted ?? boundsOf(layers)
const archive = pmtilesArchive(makeTiles(layers, bounds), {
  name: 'Salama basemap',
  attribution: '© OpenStreetMap contributors',
  layers: Object.keys(LAYERS),
  bounds,
  zooms: [MIN_ZOOM, MAX_ZOOM],
})
const out = resolve(values.out)
mkdirSync(dirname(out), { recursive: true })
// Running apps keep reading the file that they opened.
writeFileSync(`${out}.new`, archive)
renameSync(`${out}.new`, out)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(`${out}: ${(archive.length / 1e6).toFixed(1)} MB in ${seconds} s, bounds ${bounds.join(',')}`)
