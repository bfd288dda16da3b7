import { expect, test } from 'vitest'
import { distance } from './assignment-view-model.ts'

test('formats a distance in tens of metres, tenths of a kilometre, then whole kilometres', () => {
  expect([0, 322, 996, 1_049, 9_960, 24_400].map(distance)).toEqual(['0 m', '320 m', '1 km', '1 km', '10 km', '24 km'])
})
