import { join } from 'node:path'

/** The feed that comes with the project, in its folder `data`, ready for `importGtfs({ …, rpc })`; see data/README.md. */
export const nairobiIn = (data: string) =>
  ({
    source: join(data, 'gtfs-nairobi-2019/gtfs.zip'),
    feed: 'nairobi',
    trunksCsv: join(data, 'corridors-nairobi/corridors.csv'),
    corridorsCsv: join(data, 'corridors-nairobi/route_corridors.csv'),
    outlineGeojson: join(data, 'geo-nairobi/nairobi_county_osm.geojson'),
  }) as const
