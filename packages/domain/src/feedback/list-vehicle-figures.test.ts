import { SIMBA } from '@salama/testing'
import { expect, test } from 'vitest'
import { useRatings } from './test/ratings.ts'

const ratings = useRatings()
const figures = () =>
  ratings.db
    .as('rider_server')
    .rpc('list_vehicle_figures', { p_ids: [SIMBA.id, '00000000-0000-5000-8000-0000000000c9'] })

test('a list has the figures of vehicles with five riders or more, and nothing of the others', async () => {
  await ratings.crowd(1, 4, { p_stars: 5 })
  await ratings.at('1 day')
  expect(await figures()).toEqual({ data: [] })
  await ratings.crowd(5, 6, { p_stars: 1 })
  await ratings.at('2 days')
  const { riders, sentiment, interval } = await ratings.summary()
  expect(await figures()).toEqual({ data: [{ vehicleId: SIMBA.id, riders, positive: sentiment?.positive, interval }] })
  expect(riders).toBe(6)
})
