import { exampleIncident } from '@salama/domain/incidents/contract'
import { expect, test } from 'vitest'
import { listedFor } from './listed.ts'

test('there are distances only where the list is around the reader', () => {
  const { areaName, ...near } = exampleIncident
  const nowMs = Date.parse(near.lastSeenAt)
  expect(listedFor(true, [{ ...near, distanceM: 970 }], nowMs)).toEqual([{ ...near, distanceM: 970 }])
  expect(listedFor(false, [{ ...near, distanceM: 970 }], nowMs)).toEqual([near])
})
