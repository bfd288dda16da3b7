import { createHash } from 'node:crypto'
import { z } from 'zod'
import { putPicture } from './photo-store.ts'
import { redraw } from './redraw-photo.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The arguments of the SQL functions that accept a photo. */
type PhotoArgs = { p_sent_sha256: string; p_sha256: string; p_bytes: number; p_width: number; p_height: number }

const Noted = z.object({ object: z.string(), wanted: z.boolean() })

/**
 * Re-encodes a photo and stores it. First the database checks in `note` whether it is allowed and records it, then the
 * picture is stored: if that fails the client gets an error, and its retry stores it.
 */
export async function storePhoto(bytes: Uint8Array, note: (shape: PhotoArgs) => Promise<unknown>): Promise<unknown> {
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
