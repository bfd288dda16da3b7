import { type Database, inThePast, openDemo, resetClock, type SeedData, seed } from './seed-data.ts'

// Invented reports at real stages, so that a new clone shows a populated map: over the last two hours, minute by
// minute, each is clustered, corroborated and coarsened like a real report.

const STORY: SeedData[] = [
  { minutesAgo: 118, rider: 1, category: 'theft', stop: 0 },
  { minutesAgo: 55, rider: 2, category: 'road_block', stop: 4 },
  { minutesAgo: 48, rider: 'baraka', category: 'road_block', stop: 4 },
  // Two accounts of one month on two phones, eight minutes apart, and both name the vehicle.
  { minutesAgo: 41, rider: 'amina', category: 'crash', stop: 5, injury: 'none', vehicle: 1 },
  { minutesAgo: 36, rider: 5, category: 'crash', stop: 5, injury: 'none' },
  { minutesAgo: 33, rider: 'baraka', category: 'crash', stop: 5, injury: 'none', vehicle: 1 },
  { minutesAgo: 27, rider: 7, category: 'overloading', stop: 2, vehicle: 0 },
  { minutesAgo: 22, rider: 8, category: 'reckless_driving', stop: 3, vehicle: 3 },
  { minutesAgo: 19, rider: 1, category: 'reckless_driving', stop: 3, vehicle: 3 },
  { minutesAgo: 14, rider: 2, category: 'breakdown', stop: 6, vehicle: 4 },
  { minutesAgo: 9, rider: 3, category: 'hazard', stop: 7 },
  { minutesAgo: 6, rider: 4, category: 'fare_dispute', stop: 1, vehicle: 2 },
]

/** Seeds the story when nothing is live, so that a demo that was idle for days is not an empty page. */
export async function seedStory(database: Database): Promise<number> {
  await resetClock(database)
  const [feed] = await database.query<{ live: boolean }>(
    'select exists (select from app.incident_feed f where f.visible_until > app.now()) as live',
  )
  if (feed?.live) return 0
  return inThePast(database, async () => {
    const demo = await openDemo(database)
    let told = 0
    for (const entry of STORY) if ((await seed(database, demo, entry)) !== null) told += 1
    return told
  })
}
