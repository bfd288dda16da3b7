import { createHash } from 'node:crypto'
import { z } from 'zod'
import { putPicture, readPicture } from './photo-store.ts'
import { redraw } from './redraw-photo.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The arguments of the SQL functions that check, and accept, a photo. */
type Sent = { p_sent_sha256: string }
type PhotoArgs = Sent & { p_sha256: string; p_bytes: number; p_width: number; p_height: number }

const Noted = z.object({ object: z.string(), wanted: z.boolean() })

/**
 * Re-encodes and stores a photo. Decoding is expensive, so the database is asked first: `check` returns one that is
 * there, null for one that may come, or fails. `note` checks again and records; a retry stores what failed after.
 */
export async function storePhoto(
  bytes: Uint8Array,
  check: (sent: Sent) => Promise<unknown>,
  note: (shape: PhotoArgs) => Promise<unknown>,
): Promise<unknown> {
  const sent = { p_sent_sha256: sha256(bytes) }
  const repeated = await check(sent)
  if (repeated !== null && !(await isMissing(Noted.parse(repeated)))) return repeated
  const picture = await redraw(bytes)
  const noted = await note({
    ...sent,
    p_sha256: sha256(picture.bytes),
    p_bytes: picture.bytes.byteLength,
    p_width: picture.width,
    p_height: picture.height,
  })
  const { object, wanted } = Noted.parse(noted)
  if (wanted) await putPicture(object, picture.bytes)
  return noted
}

/** Whether storing the picture failed after it was recorded. */
const isMissing = async ({ object, wanted }: z.output<typeof Noted>) => wanted && (await readPicture(object)) === null
