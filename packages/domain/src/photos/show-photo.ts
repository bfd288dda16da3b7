import { z } from 'zod'
import { readPicture } from '../machinery/photo-store.ts'
import { DomainError } from '../shared/errors.ts'

const Photo = z.looseObject({ object: z.string() })

/** The picture behind what the database answered of a photo. @throws {DomainError} `not_found`, `unavailable` */
export async function showPhoto(answer: unknown) {
  const photo = Photo.parse(answer)
  const bytes = await readPicture(photo.object)
  if (bytes === null) throw new DomainError('not_found')
  return { ...photo, mediaType: 'image/webp', base64: Buffer.from(bytes).toString('base64') }
}
