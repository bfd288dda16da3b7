import type { Box } from '@salama/ui/map/area-words.ts'
import { expect, test } from 'vitest'
import { drawNames } from './map-names.ts'

const room = (...taken: Box[]) => ({ view: { x: 360, y: 208, width: 720, height: 416 }, taken, line: [] })
const names = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, name]) => name)
const street = (name: string, ...points: [number, number][]) => ({ name, rank: 0, points })

test('a street is named once, along it and upright', () => {
  const tom = street('Tom Mboya Street', [600, 300], [100, 100])
  const svg = drawNames([tom, tom], [], room())
  expect(names(svg)).toEqual(['Tom Mboya Street'])
  expect(svg).toMatch(/rotate\(22 /)
})

test('a name is not where the street bends, where it has no room, or where something else is', () => {
  expect(names(drawNames([street('Short', [100, 100], [140, 100])], [], room()))).toEqual([])
  expect(names(drawNames([street('A long bend', [100, 100], [160, 160], [220, 100], [300, 180])], [], room()))).toEqual(
    [],
  )
  const taken = { x: 360, y: 100, width: 720, height: 40 }
  expect(names(drawNames([street('Kenyatta Avenue', [0, 100], [720, 100])], [], room(taken)))).toEqual([])
  expect(names(drawNames([street('Kenyatta Avenue', [0, 5], [720, 5])], [], room()))).toEqual([])
})

test('stages have dots; their names give way to each other and to the edge, and streets to them', () => {
  const stages = [
    { name: 'Kencom/Ambassadeur', x: 700, y: 200 },
    { name: 'Koja & <Sons>', x: 690, y: 300 },
    { name: 'Odeon', x: 300, y: 60 },
  ]
  const svg = drawNames([street('River Road', [200, 60], [500, 60])], stages, room())
  expect(svg.match(/<circle/g)).toHaveLength(3)
  expect(names(svg)).toEqual(['Kencom/Ambassadeur', 'Koja &amp; &lt;Sons&gt;', 'Odeon'])
})
