import { expect, test } from 'vitest'
import { VAGUE_M } from '../shared/limits.ts'
import { useCity } from './test/city.ts'

const city = useCity()
const { report, feed, atMinute } = city

test('shows a place that the phone knew only vaguely as a cell, and no narrower wish wider', async () => {
  await atMinute(20)
  await report('amina', { p_category: 'hazard', p_accuracy_m: VAGUE_M })
  await report('baraka', { p_accuracy_m: VAGUE_M + 1 })
  await report('eve', { p_visibility: 'private', p_accuracy_m: VAGUE_M + 1 })
  await report('chebet', { p_category: 'assault', p_accuracy_m: VAGUE_M + 1 })
  const of = async (category: string) =>
    (await city.db.sql<{ visibility: string }>(`select visibility from app.reports where category = $1`, [category]))
      .map(({ visibility }) => visibility)
      .toSorted()
  expect([await of('hazard'), await of('crash'), await of('assault')]).toEqual([
    ['public'],
    ['coarse', 'private'],
    ['aggregate'],
  ])
  expect(await feed()).toMatchObject([{ category: 'hazard', precision: 'point' }])
  await atMinute(80)
  expect(await feed()).toContainEqual(
    expect.objectContaining({ category: 'crash', precision: 'coarse', place: { lat: -1.285, lng: 36.825 } }),
  )
})
