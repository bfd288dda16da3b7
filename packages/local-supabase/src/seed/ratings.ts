import { randomUUID } from 'node:crypto'
import { readDemo } from './demo-file.ts'
import { registeredVehicles } from './fleet.ts'
import { type Database, inThePast, resetClock, riderId, turnBack } from './seed-data.ts'

// Ratings by invented riders of the invented fleet, so that a new clone has vehicles with figures and one with too few.
// Created day by day through the same function as real ratings, so that they follow every rule.

type SeedData = { daysAgo: number; rider: number; vehicle: number; stars: number; tags: string[] }

const of = (vehicle: number, ratings: [daysAgo: number, stars: number, ...tags: string[]][]): SeedData[] =>
  ratings.map(([daysAgo, stars, ...tags], index) => ({ daysAgo, rider: index + 1, vehicle, stars, tags }))

const RATINGS: SeedData[] = [
  ...of(0, [
    [34, 5, 'courteous', 'on_time'],
    [30, 4, 'on_time'],
    [21, 5, 'clean', 'on_time'],
    [17, 4, 'on_time', 'fair_fare'],
    [12, 3, 'loud'],
    [9, 5, 'on_time', 'safe_driving'],
    [6, 4, 'courteous'],
    [3, 2, 'late', 'loud'],
  ]),
  ...of(3, [
    [33, 2, 'reckless'],
    [26, 1, 'reckless', 'overloaded'],
    [19, 3, 'loud'],
    [14, 2, 'reckless', 'rude'],
    [8, 1, 'reckless', 'overcharged'],
    [4, 4, 'on_time'],
    [2, 2, 'reckless'],
  ]),
  ...of(4, [
    [11, 5, 'clean'],
    [5, 4, 'fair_fare'],
    [2, 3],
  ]),
]

const DAY_MINUTES = 24 * 60

/** Seeds ratings when there are none of the last two months. Returns how many. */
export async function seedRatings(database: Database): Promise<number> {
  await resetClock(database)
  const [row] = await database.query<{ told: boolean }>(
    `select exists (select from app.feedback f where f.received_at > now() - interval '60 days') as told`,
  )
  if (row?.told) return 0
  return inThePast(database, async () => {
    const plates = registeredVehicles(readDemo()).map(({ plate }) => plate)
    for (const rating of RATINGS.toSorted((a, b) => b.daysAgo - a.daysAgo))
      await seed(database, rating, plates[rating.vehicle])
    return RATINGS.length
  })
}

async function seed(database: Database, { daysAgo, rider, stars, tags }: SeedData, plate?: string): Promise<void> {
  await turnBack(database, daysAgo * DAY_MINUTES)
  await database.query(
    'select app.receive_feedback(jsonb_populate_record(null::app.feedback, $1::jsonb), p_vehicle => $2)',
    [JSON.stringify({ id: randomUUID(), rider_id: riderId(rider), stars, tags: tags.toSorted() }), plate],
  )
}
