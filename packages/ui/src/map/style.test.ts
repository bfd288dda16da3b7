import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { roundPoints } from './haze.ts'
import { mix } from './inks.ts'
import { type MapData, mapStyle, stagePoints } from './style.ts'

const INKS = {
  paper: '#ffffff',
  raised: '#fffffe',
  sunken: '#eeeeee',
  line: '#cccccc',
  edge: '#888888',
  ink: '#000000',
  soft: '#444444',
  danger: '#990000',
  link: '#006600',
  band: '#ffcc00',
  you: '#0000ff',
  area: '#333366',
}
const DATA: MapData = {
  lines: { type: 'FeatureCollection', features: [] },
  stages: stagePoints([{ name: 'Koja', place: { lat: -1.2812, lng: 36.8226 } }]),
  basemap: null,
  hasNames: true,
}
const NONE = { rounds: roundPoints([]), hazeZoom: 15 }
const BASEMAP = {
  url: 'pmtiles:///basemap/0.pmtiles',
  tile: async () => ({ data: new ArrayBuffer() }),
  bounds: [36.6, -1.5, 37.15, -1] as [number, number, number, number],
}

test('is a valid style that loads nothing from other origins, with and without a basemap', () => {
  for (const basemap of [null, BASEMAP]) {
    const style = mapStyle(INKS, { ...DATA, basemap }, NONE)
    expect(validateStyleMin(style)).toEqual([])
    expect(JSON.stringify(style)).not.toMatch(/https?:/)
    expect(style).not.toHaveProperty('glyphs')
  }
})

test('draws only the lines of the network where there is no basemap', () => {
  const { sources, layers } = mapStyle(INKS, DATA, NONE)
  expect(Object.keys(sources)).toEqual(['lines', 'rounds', 'stages'])
  expect(layers.slice(0, 2).map(({ id }) => id)).toEqual(['ground', 'routes'])
})

test('draws streets below the network, and names above it', () => {
  const ids = mapStyle(INKS, { ...DATA, basemap: BASEMAP }, NONE).layers.map(({ id }) => id)
  const order = ['ground', 'water', 'road-main', 'corridors', 'area', 'name-suburb', 'corridor-names']
  expect(ids.filter((id) => order.includes(id))).toEqual(order)
})

test('mixes colours of either notation', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mix('#fff', '#f00', 1)).toBe('#ff0000')
})

test('a line over streets is gone before its own coarseness shows; without streets it stays', () => {
  const opacityOf = (id: string, basemap: MapData['basemap']) => {
    const line = mapStyle(INKS, { ...DATA, basemap }, NONE).layers.find((each) => each.id === id)
    return line?.type === 'line' ? line.paint?.['line-opacity'] : undefined
  }
  for (const [id, far] of [
    ['routes', 0.16],
    ['corridors', 0.45],
    ['focus', 1],
    ['focus-edge', 1],
  ] as const)
    expect(opacityOf(id, BASEMAP)).toEqual(['interpolate', ['linear'], ['zoom'], 13.5, far, 15.5, 0])
  expect(opacityOf('routes', null)).toBe(0.7)
  expect(opacityOf('focus', null)).toBe(1)
})
