import { expect, test } from 'vitest'
import { isElsewhere } from './shown-area.ts'

const listed = { lat: -1.2841, lng: 36.8251, radiusM: 2000 }

test.each([
  ['where it was', {}, false],
  ['a little to the side', { lng: 36.829 }, false],
  ['half a kilometre up', { lat: -1.2791 }, true],
  ['somewhat larger', { radiusM: 3900 }, false],
  ['much larger', { radiusM: 4100 }, true],
  ['much smaller', { radiusM: 900 }, true],
  ['smaller, a little to the side', { radiusM: 1000, lng: 36.829 }, true],
])('a map %s', (_, shown, wanted) => {
  expect(isElsewhere({ ...listed, ...shown }, listed)).toBe(wanted)
})
