import { expect, test } from 'vitest'
import { drawMap, positionOn, radiusOf, sceneOf } from './map-svg.ts'

const KOJA = { lat: -1.2812, lng: 36.8226 }
const LINE = [KOJA, { lat: -1.2, lng: 36.9 }, { lat: -1.1, lng: 36.95 }]

test('a scene of a line has all of it on the picture', () => {
  const scene = sceneOf(LINE, 720, 416)
  for (const place of LINE) {
    const { x, y } = positionOn(scene, place)
    expect(Math.min(x, 720 - x, y, 416 - y)).toBeGreaterThan(30)
  }
  const middle = positionOn(scene, scene.centre)
  expect([middle.x, middle.y]).toEqual([360, 208])
})

test('the live map of the same circle shows as much', () => {
  const scene = { centre: KOJA, zoom: 15, width: 720, height: 544 }
  const north = { ...KOJA, lat: KOJA.lat + radiusOf(scene) / 111_320 }
  expect(Math.abs(positionOn(scene, north).y)).toBeLessThan(3)
})

test('a map without streets still has its ground and its line; a coarse place is a haze, and nothing is at its centre', async () => {
  const [line, coarse] = await Promise.all([
    drawMap(sceneOf(LINE, 720, 416), 'light'),
    drawMap({ centre: KOJA, zoom: 13.2, width: 720, height: 544, isCoarse: true }, 'both'),
  ])
  expect(line).toMatch(/class="line" d="M\d+ \d+L/)
  expect(line).not.toContain('prefers-color-scheme')
  expect(coarse).toContain('radialGradient')
  expect(coarse).not.toContain('class="line"')
})
