import sharp from 'sharp'
import { DomainError } from '../shared/errors.ts'

// What somebody sends as a photo is a file that a stranger made. It is decoded and drawn anew, and only the new picture is
// kept: no EXIF with the place and the phone, no thumbnail of what was cut off, no second file behind the first. What is no
// photo is refused before a decoder sees it, by its first bytes and not by what it says of itself, and one that would
// unfold to more than its bytes let expect is refused by its header.

const LONGEST_SIDE = 1600
const MAX_PIXELS = 24_000_000
const MAX_SIDE = 12_000
const TIMEOUT_S = 8

// Pictures of different people have no use for each other's decoded parts.
sharp.cache(false)

/** The formats that we decode, by their first bytes. */
function sniff(bytes: Uint8Array): 'jpeg' | 'webp' | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : undefined
}

export type Picture = { bytes: Uint8Array; width: number; height: number }

/**
 * Draws a photo anew: upright, at most 1600 pixels long, as WebP, with nothing but the picture in it.
 *
 * @throws {DomainError} `unreadable_photo`
 */
export async function redraw(bytes: Uint8Array): Promise<Picture> {
  const format = sniff(bytes)
  if (format === undefined) throw new DomainError('unreadable_photo')
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, autoOrient: true })
    const found = await image.metadata()
    if (found.format !== format || Math.max(found.width, found.height) > MAX_SIDE) throw new Error(found.format)
    const { data, info } = await image
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 78 })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    throw new DomainError('unreadable_photo', {}, { cause })
  }
}
