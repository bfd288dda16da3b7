import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'
import { mix } from './inks.ts'
import { coarseCells, type MapData, mapStyle, stagePoints } from './style.ts'

test('draws a coarse incident as its whole cell, about 1.1 km wide', () => {
  const ring = coarseCells([{ lat: -1.285, lng: 36.825 }]).features[0]?.geometry.coordinates[0] ?? []
  const lngs = ring.map(([lng = 0]) => lng)
  const lats = ring.map(([, lat = 0]) => lat)
  expect(Math.min(...lngs)).toBeCloseTo(36.82)
  expect(Math.max(...lngs)).toBeCloseTo(36.83)
  expect(Math.min(...lats)).toBeCloseTo(-1.29)
  expect(Math.max(...lats)).toBeCloseTo(-1.28)
  expect(ring.at(0)).toEqual(ring.at(-1))
})

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
}
const DATA: MapData = {
  lines: { type: 'FeatureCollection', features: [] },
  stages: stagePoints([{ name: 'Koja', place: { lat: -1.2812, lng: 36.8226 } }]),
  basemap: null,
  hasNames: true,
}
const BASEMAP = {
  url: 'pmtiles:///basemap/0.pmtiles',
  tile: async () => ({ data: new ArrayBuffer() }),
  bounds: [36.6, -1.5, 37.15, -1] as [number, number, number, number],
}

test('is a valid style that loads nothing from other origins, with and without a basemap', () => {
  for (const basemap of [null, BASEMAP]) {
    const style = mapStyle(INKS, { ...DATA, basemap }, coarseCells([]))
    expect(validateStyleMin(style)).toEqual([])
    expect(JSON.stringify(style)).not.toMatch(/https?:/)
    expect(style).not.toHaveProperty('glyphs')
  }
})

test('draws only the lines of the network where there is no basemap', () => {
  const { sources, layers } = mapStyle(INKS, DATA, coarseCells([]))
  expect(Object.keys(sources)).toEqual(['lines', 'cells', 'stages'])
  expect(layers.slice(0, 2).map(({ id }) => id)).toEqual(['ground', 'routes'])
})

test('draws streets below the network, and names above it', () => {
  const ids = mapStyle(INKS, { ...DATA, basemap: BASEMAP }, coarseCells([])).layers.map(({ id }) => id)
  const order = ['ground', 'water', 'road-main', 'corridors', 'cells', 'name-suburb', 'corridor-names']
  expect(ids.filter((id) => order.includes(id))).toEqual(order)
})

test('mixes colours of either notation', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  expect(mix('#fff', '#f00', 1)).toBe('#ff0000')
})
