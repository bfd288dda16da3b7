import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { noLayers } from '../../basemap/src/layers.ts'
import { pmtilesArchive } from '../../basemap/src/pmtiles-archive.ts'
import { makeTiles } from '../../basemap/src/tiles.ts'

const [LAT, LNG] = [-1.28, 36.82]

/** A trunk road from west to east through the centre, a minor one far from it, and two suburbs at nearly one place. */
beforeAll(async () => {
  const line = (lat: number, kind: string) => ({
    type: 'Feature' as const,
    properties: { class: kind },
    geometry: {
      type: 'LineString' as const,
      coordinates: [
        [LNG - 0.01, lat],
        [LNG + 0.01, lat],
      ],
    },
  })
  const suburb = (name: string, rank: number) => ({
    type: 'Feature' as const,
    properties: { class: 'suburb', name, rank },
    geometry: { type: 'Point' as const, coordinates: [LNG, LAT] },
  })
  const layers = {
    ...noLayers(),
    roads: [line(LAT, 'trunk'), line(LAT + 0.1, 'minor')],
    places: [suburb('Less', 3), suburb('Rock & <Roll>', 2)],
  }
  const bounds = [LNG - 0.2, LAT - 0.2, LNG + 0.2, LAT + 0.2] as const
  const archive = pmtilesArchive(makeTiles(layers, bounds), {
    name: 'Test',
    attribution: '',
    layers: Object.keys(layers),
    bounds,
    zooms: [8, 14],
  })
  const folder = mkdtempSync(join(tmpdir(), 'salama-picture-'))
  await writeFile(join(folder, 'a.pmtiles'), archive)
  vi.stubEnv('BASEMAP_FILE', join(folder, 'a.pmtiles'))
  return () => rmSync(folder, { recursive: true })
})

async function picture(query: string) {
  const { GET } = await import('./basemap.ts')
  return GET(new Request(`http://localhost:3001/basemap/picture.svg?${query}`), {
    params: Promise.resolve({ file: 'picture.svg' }),
  })
}

/** The corners of the lines `M0 0l1 1 2 2`, whose later ones are relative. */
function pointsOf(path: string): [number, number][] {
  const points: [number, number][] = []
  for (const line of path.split('M').slice(1)) {
    let [left, top] = [0, 0]
    for (const [, x, y] of line.matchAll(/(-?\d+) (-?\d+)/g)) {
      left += Number(x)
      top += Number(y)
      points.push([left, top])
    }
  }
  return points
}

test('draws the roads of a circle around the origin, in 400 units a radius', async () => {
  const reply = await picture(`lat=${LAT}&lng=${LNG}&radiusM=1113`)
  expect(reply.headers.get('content-type')).toBe('image/svg+xml')
  const svg = await reply.text()
  const points = pointsOf(/ d="([^"]+)"/.exec(svg)?.[1] ?? '')
  expect(Math.min(...points.map(([x]) => x))).toBeCloseTo(-400, -1)
  expect(Math.max(...points.map(([x]) => x))).toBeCloseTo(400, -1)
  for (const [, y] of points) expect(Math.abs(y)).toBeLessThan(4)
  expect(svg.match(/<path/g)).toHaveLength(3) // edge, surface and tint of the main road alone
})

test('of names that would overlap, draws the more important one, escaped', async () => {
  const svg = await (await picture(`lat=${LAT}&lng=${LNG}&radiusM=2000`)).text()
  expect(svg.match(/<text [^>]*>[^/]*<\/text>/g)).toEqual([
    expect.stringMatching(/^<text x="-?\d" y="-?\d">Rock &amp; &lt;Roll&gt;<\/text>$/),
  ])
})

test.each(['', 'lat=1&lng=2', 'lat=-1.28&lng=36.82&radiusM=1e9', 'lat=x&lng=36.82&radiusM=2000'])(
  'answers 404 to %j',
  async (query) => {
    expect((await picture(query)).status).toBe(404)
  },
)

test('draws nothing but an empty ground outside the archive', async () => {
  const svg = await (await picture('lat=10&lng=10&radiusM=2000')).text()
  expect(svg).toContain('id="picture"')
  expect(svg).not.toContain('<path')
})
