import type { Database } from '../database/database.ts'
import { snapshot } from '../snapshot.ts'
import { seedAccounts } from './accounts.ts'
import { seedFieldWork } from './field-work.ts'
import { seedFleet } from './fleet.ts'
import { learningVersion, seedLearning } from './learning.ts'
import { seedNetwork, seedVersion } from './network.ts'

/** Everything that the demo has and a production database never gets. Idempotent. */
export async function seedDemo(database: Database, log: (line: string) => void = () => {}): Promise<void> {
  await seedAccounts(database)
  await seedNetwork(database, log)
  await seedFleet(database)
  await seedLearning(database)
  await seedFieldWork(database)
}

/** A database with the demo in it. */
export function demoSnapshot(): Promise<Blob> {
  return snapshot(demoVersion(), seedDemo)
}

/** Changes whenever seedDemo would write something else; part of the key of a snapshot with the demo. */
export function demoVersion(): string {
  return `demo-${seedVersion()}-${learningVersion()}`
}
