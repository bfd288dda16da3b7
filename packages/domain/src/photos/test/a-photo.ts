import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@salama/testing'

const HASH = 'ab'.repeat(32)

/** The database arguments of a re-encoded photo. */
export const aPhoto = () => ({
  p_id: randomUUID(),
  p_sent_sha256: HASH,
  p_sha256: HASH,
  p_bytes: 1000,
  p_width: 800,
  p_height: 600,
})

/** The pictures that are to be deleted. */
export const erasedIn = async (db: TestDatabase): Promise<string[]> =>
  (await db.as('service').rpc('list_erased_photos')) as string[]
