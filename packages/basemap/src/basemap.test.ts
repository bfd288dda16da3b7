import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader, PbfWriter } from 'pbf'
import { PMTiles, type Source } from 'pmtiles'
import { expect, onTestFinished, test } from 'vitest'
import { type Bounds, type Layers, noLayers } from './layers.ts'
import { readOsm } from './osm.ts'
import { pmtilesArchive } from './pmtiles-archive.ts'
import { boundsOf, makeTiles, type Tile } from './tiles.ts'

const META = { name: 'Test', attribution: '© OpenStreetMap contributors', layers: ['roads'] }
const zooms: [number, number] = [8, 14]

/** The archive as a browser reads it. */
function opened(tiles: Iterable<Tile>, bounds: Bounds): PMTiles {
  const archive = pmtilesArchive(tiles, { ...META, bounds, zooms })
  const source: Source = {
    getKey: () => 'test',
    getBytes: async (offset, length) => ({ data: Uint8Array.from(archive.subarray(offset, offset + length)).buffer }),
  }
  return new PMTiles(source)
}

async function layersAt(archive: PMTiles, z: number, x: number, y: number): Promise<Record<string, string[]>> {
  const tile = await archive.getZxy(z, x, y)
  if (!tile) return {}
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(tile.data)))
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, index) => String(layer.feature(index).properties.name)),
    ]),
  )
}

/** Around a tile corner in Nairobi's centre. */
const road = (kind: string, name: string): Layers['roads'][number] => ({
  type: 'Feature',
  properties: { class: kind, name },
  geometry: {
    type: 'LineString',
    coordinates: [
      [36.81, -1.29],
      [36.82, -1.28],
    ],
  },
})

test('a browser reads the roads back, small ones only at near zooms', async () => {
  const layers = { ...noLayers(), roads: [road('trunk', 'Thika Road'), road('minor', 'Koja Lane')] }
  const archive = opened(makeTiles(layers, boundsOf(layers)), boundsOf(layers))
  expect(await archive.getHeader()).toMatchObject({ minZoom: 8, maxZoom: 14, minLon: 36.81, maxLat: -1.28 })
  expect(await archive.getMetadata()).toMatchObject({ attribution: META.attribution })
  expect(await layersAt(archive, 8, 154, 128)).toEqual({ roads: ['undefined'] }) // no names on roads that far out
  expect((await layersAt(archive, 14, 9867, 8250)).roads?.toSorted()).toEqual(['Koja Lane', 'Thika Road'])
})

test('an archive of more tiles than its root directory holds is read through leaf directories', async () => {
  const tiles = Array.from({ length: 20_000 }, (_, index) => ({
    z: 14,
    x: index % 200,
    y: Math.floor(index / 200),
    data: gzipSync(`${index}:${randomBytes(1 + (randomBytes(1)[0] ?? 0)).toString('latin1')}`, { level: 0 }),
  }))
  const archive = opened(tiles, [-180, 80, -170, 85])
  const header = await archive.getHeader()
  expect(header.leafDirectoryLength).toBeGreaterThan(0)
  expect(header.rootDirectoryOffset + header.rootDirectoryLength).toBeLessThanOrEqual(16_384)
  for (const index of [0, 4096, 19_999]) {
    const tile = await archive.getZxy(14, index % 200, Math.floor(index / 200))
    expect(tile && Buffer.from(tile.data).toString().split(':')[0]).toBe(String(index))
  }
  expect(await archive.getZxy(14, 300, 300)).toBeUndefined()
})

type Osm = { nodes: [id: number, lng: number, lat: number][]; ways: [id: number, refs: number[], tags: object][] }

/** An extract in the format of OpenStreetMap, with one relation of two ways. */
function osmFile({ nodes, ways }: Osm): string {
  const strings = ['']
  const indexOf = (text: string) => (strings.includes(text) ? strings.indexOf(text) : strings.push(text) - 1)
  const written = (write: (pbf: PbfWriter) => void) => {
    const pbf = new PbfWriter()
    write(pbf)
    return pbf.finish()
  }
  const tagsOf = (tags: object, pbf: PbfWriter) => {
    pbf.writePackedVarint(2, Object.keys(tags).map(indexOf))
    pbf.writePackedVarint(3, Object.values(tags).map(String).map(indexOf))
  }
  const deltas = (values: number[]) => values.map((value, index) => value - (values[index - 1] ?? 0))
  const group = written((pbf) => {
    for (const [id, lng, lat] of nodes)
      pbf.writeBytesField(
        1,
        written((node) => {
          node.writeSVarintField(1, id)
          node.writeSVarintField(8, Math.round(lat * 1e7))
          node.writeSVarintField(9, Math.round(lng * 1e7))
        }),
      )
    for (const [id, refs, tags] of ways)
      pbf.writeBytesField(
        3,
        written((way) => {
          way.writeVarintField(1, id)
          tagsOf(tags, way)
          way.writePackedSVarint(8, deltas(refs))
        }),
      )
    pbf.writeBytesField(
      4,
      written((relation) => {
        relation.writeVarintField(1, 1)
        tagsOf({ type: 'multipolygon', natural: 'water' }, relation)
        relation.writePackedVarint(8, [indexOf('outer'), indexOf('outer')])
        relation.writePackedSVarint(9, deltas([2, 3]))
        relation.writePackedVarint(10, [1, 1])
      }),
    )
  })
  const block = written((pbf) => {
    pbf.writeBytesField(
      1,
      written((table) => {
        for (const text of strings) table.writeBytesField(1, new TextEncoder().encode(text))
      }),
    )
    pbf.writeBytesField(2, group)
  })
  const head = written((pbf) => pbf.writeStringField(4, 'OsmSchema-V0.6'))
  const file = [['OSMHeader', head] as const, ['OSMData', block] as const].flatMap(([type, content]) => {
    const blob = written((pbf) => {
      pbf.writeVarintField(2, content.length)
      pbf.writeBytesField(3, deflateSync(content))
    })
    const header = written((pbf) => {
      pbf.writeStringField(1, type)
      pbf.writeVarintField(3, blob.length)
    })
    const length = Buffer.alloc(4)
    length.writeUInt32BE(header.length)
    return [length, header, blob]
  })
  const folder = mkdtempSync(join(tmpdir(), 'salama-osm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'city.osm.pbf')
  writeFileSync(path, Buffer.concat(file))
  return path
}

const city: Osm = {
  nodes: [
    [1, 36.8, -1.28],
    [2, 36.81, -1.28],
    [3, 36.81, -1.29],
    [4, 36.8, -1.29],
    [9, 39.6, -4],
    [10, 39.7, -4],
  ],
  ways: [
    [1, [1, 3], { highway: 'trunk_link', name: 'Ramp', bridge: 'yes' }],
    [2, [1, 2, 3], {}],
    [3, [1, 4, 3], {}],
    [4, [1, 2, 3, 4, 1], { leisure: 'park', name: 'Uhuru Park' }],
    [5, [9, 10], { highway: 'primary', name: 'Mombasa only' }],
  ],
}

test('an OpenStreetMap extract becomes the same layers: roads, a park with its label, a lake of two ways', async () => {
  const layers = await readOsm(osmFile(city))
  expect(layers.roads.map(({ properties }) => properties)).toEqual([
    { class: 'trunk', name: 'Ramp', link: 1, brunnel: 'bridge' },
    { class: 'primary', name: 'Mombasa only' },
  ])
  expect(layers.green).toMatchObject([{ properties: { class: 'park', name: 'Uhuru Park' } }])
  expect(layers.pois).toMatchObject([
    { properties: { class: 'park', name: 'Uhuru Park' }, geometry: { type: 'Point' } },
  ])
  const [lake] = layers.water
  expect(lake?.geometry).toMatchObject({ type: 'MultiPolygon' })
  expect(lake?.properties.area).toBeGreaterThan(1.2e6)
  expect(lake?.properties.area).toBeLessThan(1.3e6)
})

test('a city is taken from the extract of its country', async () => {
  const layers = await readOsm(osmFile(city), [36, -2, 37, -1])
  expect(layers.roads.map(({ properties }) => properties.name)).toEqual(['Ramp'])
})

test('an unsorted extract is refused with the command that sorts it', async () => {
  const [first, ...rest] = city.nodes
  const unsorted = { ...city, nodes: [...rest, ...(first ? [first] : [])] }
  await expect(readOsm(osmFile(unsorted))).rejects.toThrow('osmium sort')
})

test('a tile is stored gzipped, and equal tiles once', async () => {
  const layers = { ...noLayers(), roads: [road('trunk', 'Thika Road')] }
  const [tile] = makeTiles(layers, boundsOf(layers))
  expect(gunzipSync(tile?.data ?? new Uint8Array()).length).toBeGreaterThan(0)
  const same = [0, 1, 5].map((x) => ({ z: 8, x, y: 0, data: Uint8Array.from([1, 2, 3]) }))
  expect(await opened(same, [0, 0, 1, 1]).getHeader()).toMatchObject({ numAddressedTiles: 3, numTileContents: 1 })
})
