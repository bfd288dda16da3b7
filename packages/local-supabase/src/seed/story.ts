import { type Database, inThePast, resetClock, type SeedData, seed } from './seed-data.ts'

// Invented reports at real stages, so that a new clone shows a populated map: over the last two hours, minute by
// minute, each is clustered, corroborated and coarsened like a real report.

const STORY: SeedData[] = [
  { minutesAgo: 118, rider: 1, category: 'theft', stop: 'Odeon' },
  { minutesAgo: 55, rider: 2, category: 'road_block', stop: 'Globe' },
  { minutesAgo: 48, rider: 'baraka', category: 'road_block', stop: 'Globe' },
  // Two accounts of one month on two phones, eight minutes apart, and both name the vehicle.
  { minutesAgo: 41, rider: 'amina', category: 'crash', stop: 'Allsops', injury: 'none', vehicle: 'KZZ 102D' },
  { minutesAgo: 36, rider: 5, category: 'crash', stop: 'Allsops', injury: 'none' },
  { minutesAgo: 33, rider: 'baraka', category: 'crash', stop: 'Allsops', injury: 'none', vehicle: 'KZZ 102D' },
  { minutesAgo: 27, rider: 7, category: 'overloading', stop: 'Kencom/Ambassadeur', vehicle: 'KZZ 101D' },
  { minutesAgo: 22, rider: 8, category: 'reckless_driving', stop: 'Roysambu', vehicle: 'KZZ 202D' },
  { minutesAgo: 19, rider: 1, category: 'reckless_driving', stop: 'Roysambu', vehicle: 'KZZ 202D' },
  { minutesAgo: 14, rider: 2, category: 'breakdown', stop: 'Bellevue', vehicle: 'KZZ 301D' },
  { minutesAgo: 9, rider: 3, category: 'hazard', stop: 'Kenyatta Market Flyover' },
  { minutesAgo: 6, rider: 4, category: 'fare_dispute', stop: 'Railways', vehicle: 'KZZ 201D' },
]

/** Seeds the story when nothing is live, so that a demo that was idle for days is not an empty page. */
export async function seedStory(database: Database): Promise<number> {
  await resetClock(database)
  const [feed] = await database.query<{ live: boolean }>(
    'select exists (select from app.incident_feed f where f.visible_until > app.now()) as live',
  )
  if (feed?.live) return 0
  return inThePast(database, async () => {
    let told = 0
    for (const entry of STORY) if ((await seed(database, entry)) !== null) told += 1
    return told
  })
}
