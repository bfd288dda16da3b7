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

/** The pictures that are to be deleted now. */
export const erasedIn = async (db: TestDatabase): Promise<string[]> => {
  const due = await db.sql<{ key: string }>(
    `select key from app.jobs where task = 'erase_photo' and due_at <= app.now()`,
  )
  return due.map(({ key }) => key)
}
