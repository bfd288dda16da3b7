import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import type { Bounds } from './layers.ts'
import type { Tile } from './tiles.ts'

// Writes a PMTiles archive, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md): the `pmtiles`
// package only reads them. Identical tiles are stored once, and tiles are in the order of their ids.

const HEADER_BYTES = 127
/** A reader fetches the header and the root directory with its first 16 kB. */
const ROOT_MOST_BYTES = 16_384 - HEADER_BYTES
const LEAF_ENTRIES = 4096
const GZIP = 2
const MVT = 1

type Entry = { id: number; run: number; offset: number; bytes: number }
type Meta = { name: string; attribution: string; layers: readonly string[]; bounds: Bounds; zooms: [number, number] }

export function pmtilesArchive(tiles: Iterable<Tile>, { name, attribution, layers, bounds, zooms }: Meta): Buffer {
  const sorted = [...tiles]
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
    .toSorted((a, b) => a.id - b.id)
  const { entries, contents, dataBytes } = deduplicate(sorted)
  const { root, leaves } = directories(entries)
  const vectorLayers = layers.map((id) => ({ id, minzoom: zooms[0], maxzoom: zooms[1], fields: {} }))
  const metadata = gzipSync(
    JSON.stringify({ name, type: 'baselayer', version: '1', attribution, vector_layers: vectorLayers }),
  )
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles')
  header[7] = 3
  let [at, field] = [HEADER_BYTES, 8]
  for (const bytes of [root.length, metadata.length, leaves.length, dataBytes]) {
    header.writeBigUInt64LE(BigInt(at), field)
    header.writeBigUInt64LE(BigInt(bytes), field + 8)
    at += bytes
    field += 16
  }
  for (const count of [sorted.length, entries.length, contents.length]) {
    header.writeBigUInt64LE(BigInt(count), field)
    field += 8
  }
  const [west, south, east, north] = bounds
  const degrees = (value: number) => Math.round(value * 1e7)
  header.set([1, GZIP, GZIP, MVT, ...zooms], 96) // 1: clustered
  for (const [index, value] of [west, south, east, north].entries())
    header.writeInt32LE(degrees(value), 102 + 4 * index)
  header[118] = Math.round((zooms[0] + zooms[1]) / 2)
  header.writeInt32LE(degrees((west + east) / 2), 119)
  header.writeInt32LE(degrees((south + north) / 2), 123)
  return Buffer.concat([header, root, metadata, leaves, ...contents])
}

function deduplicate(tiles: readonly { id: number; data: Uint8Array }[]) {
  const known = new Map<string, Entry>()
  const entries: Entry[] = []
  const contents: Uint8Array[] = []
  let offset = 0
  for (const { id, data } of tiles) {
    const key = Buffer.from(data).toString('latin1')
    const same = known.get(key)
    const last = entries.at(-1)
    if (same && last && last.offset === same.offset && last.id + last.run === id) {
      last.run++
      continue
    }
    const entry = { id, run: 1, offset: same?.offset ?? offset, bytes: data.length }
    entries.push(entry)
    if (same) continue
    known.set(key, entry)
    contents.push(data)
    offset += data.length
  }
  return { entries, contents, dataBytes: offset }
}

/** The root directory, and leaf directories if not all entries fit in it. */
function directories(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const root = directory(entries)
  if (root.length <= ROOT_MOST_BYTES) return { root, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += LEAF_ENTRIES) {
    const leaf = directory(entries.slice(at, at + LEAF_ENTRIES))
    pointers.push({ id: entries[at]?.id ?? 0, run: 0, offset, bytes: leaf.length })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) }
}

/** Columns of varints: id differences, runs, lengths, offsets (0: directly after the previous entry). */
function directory(entries: readonly Entry[]): Buffer {
  const out: number[] = []
  varint(entries.length, out)
  for (const [index, { id }] of entries.entries()) varint(id - (entries[index - 1]?.id ?? 0), out)
  for (const { run } of entries) varint(run, out)
  for (const { bytes } of entries) varint(bytes, out)
  for (const [index, { offset }] of entries.entries()) {
    const before = entries[index - 1]
    varint(before && before.offset + before.bytes === offset ? 0 : offset + 1, out)
  }
  return gzipSync(Uint8Array.from(out), { level: 9 })
}

function varint(value: number, out: number[]): void {
  let rest = value
  while (rest >= 128) {
    out.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  out.push(rest)
}
