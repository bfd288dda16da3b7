import { expect, test } from 'vitest'
import { type Box, placeWords, sizeOfWords } from './area-words.ts'

const VIEW: Box = { x: 180, y: 250, width: 344, height: 340 }
const words: Box = { x: 180, y: 250, width: 120, height: 60 }
const sign = (x: number, y: number): Box => ({ x, y, width: 48, height: 48 })
const isApart = (a: Box, b: Box) =>
  Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= (a.height + b.height) / 2

test('words stand in the middle of their area where nothing else does', () => {
  expect(placeWords(words, [], VIEW)).toEqual(words)
})

test.each([
  ['a cluster in the middle', [sign(180, 250)]],
  ['the own dot near the middle, and a sign below', [sign(200, 240), sign(180, 320)]],
  ['signs in the middle, below and above', [sign(180, 250), sign(170, 320), sign(190, 180)]],
])('words give way to %s', (_, taken) => {
  const placed = placeWords(words, taken, VIEW)
  for (const each of taken) expect(isApart(placed, each)).toBe(true)
})

test('words stay in what the sheet leaves free, and cover the least where nothing is free', () => {
  const low = placeWords({ ...words, y: 400 }, [], VIEW)
  expect(low.y).toBeLessThan(400)
  const crowd = SIDES_AROUND.map(([x, y]) => sign(x, y))
  expect(placeWords(words, crowd, VIEW).x).toBeGreaterThan(250)
})
const SIDES_AROUND = [180, 75].flatMap((x) => [190, 250, 310].map((y) => [x, y] as const))

test('long names wrap', () => {
  expect(sizeOfWords({ what: 'Theft', where: 'Somewhere around the CBD' }, 15)).toEqual({ width: 152, height: 56.25 })
})
