import { fileURLToPath } from 'node:url'

const data = (path: string) => fileURLToPath(new URL(`../../../../../data/${path}`, import.meta.url))

/** The feed that comes with the project, ready for `importGtfs({ ...NAIROBI, rpc })`; see data/README.md. */
export const NAIROBI = {
  source: data('gtfs-nairobi-2019/gtfs.zip'),
  feed: 'nairobi',
  trunksCsv: data('corridors-nairobi/corridors.csv'),
  corridorsCsv: data('corridors-nairobi/route_corridors.csv'),
  outlineGeojson: data('geo-nairobi/nairobi_county_osm.geojson'),
} as const
