import { createHash } from 'node:crypto'
import { z } from 'zod'
import { putPicture } from '../machinery/photo-store.ts'
import { redraw } from './redraw.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What the SQL functions that take a photo are told of it. */
type PhotoArgs = { p_sent_sha256: string; p_sha256: string; p_bytes: number; p_width: number; p_height: number }

const Noted = z.object({ object: z.string(), wanted: z.boolean() })

/**
 * Draws a photo anew and stores it. The database says first, in `note`, whether it may be and notes it, then the picture
 * is stored: if that fails the client is told so and sends it again, and the repeat stores it.
 *
 * @throws {DomainError} `unreadable_photo`, `unavailable`
 */
export async function storePhoto<Answer>(
  bytes: Uint8Array,
  note: (shape: PhotoArgs) => Promise<Answer>,
): Promise<Answer> {
  const picture = await redraw(bytes)
  const noted = await note({
    p_sent_sha256: sha256(bytes),
    p_sha256: sha256(picture.bytes),
    p_bytes: picture.bytes.byteLength,
    p_width: picture.width,
    p_height: picture.height,
  })
  const { object, wanted } = Noted.parse(noted)
  if (wanted) await putPicture(object, picture.bytes)
  return noted
}
