import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@salama/testing'

const HASH = 'ab'.repeat(32)

/** What the database is told of a photo that was drawn anew. */
export const aPhoto = () => ({
  p_id: randomUUID(),
  p_sent_sha256: HASH,
  p_sha256: HASH,
  p_bytes: 1000,
  p_width: 800,
  p_height: 600,
})

/** The pictures that are to be deleted. */
export const erasedIn = async (db: TestDatabase) =>
  (await db.sql<{ object: string }>('select object from app.erased_photos')).map((row) => row.object)
