import { expect, test } from 'vitest'
import { coarseCells, mapStyle } from './style.ts'

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
  paper: '#fff',
  sunken: '#eee',
  line: '#ccc',
  edge: '#888',
  ink: '#000',
  soft: '#444',
  danger: '#900',
  link: '#060',
  band: '#fc0',
}

test('requests nothing from other origins without a base map', () => {
  const own = mapStyle(INKS, '/api/corridor-map', coarseCells([]))
  expect(JSON.stringify(own)).not.toContain('http')
  expect(own.layers.map(({ type }) => type)).not.toContain('raster')
  const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'Example' }
  const over = mapStyle(INKS, '/api/corridor-map', coarseCells([]), undefined, tiles)
  expect(over.sources.tiles).toMatchObject({ type: 'raster', tiles: [tiles.url] })
  expect(over.layers.slice(0, 3).map(({ id }) => id)).toEqual(['ground', 'tiles', 'routes'])
})
