import sharp from 'sharp'
import { DomainError } from '../shared/errors.ts'

// An uploaded photo is an untrusted file. It is decoded and re-encoded, and only the new picture is stored: no EXIF
// with place and phone, no thumbnail of what was cropped, no second file appended. What is no photo is rejected before
// decoding by its first bytes, not its declared type, and a decompression bomb is rejected by its header.

const MAX_OUTPUT_SIDE = 1600
const MAX_PIXELS = 24_000_000
const MAX_SIDE = 12_000
const TIMEOUT_S = 8

// No cache of decoded parts: pictures of different people share none.
sharp.cache(false)

/** The formats that we decode, by their first bytes. */
function sniff(bytes: Uint8Array): 'jpeg' | 'webp' | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : undefined
}

export type Picture = { bytes: Uint8Array; width: number; height: number }

/**
 * Re-encodes a photo: upright, at most 1600 pixels long, as WebP, without metadata.
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
      .resize({ width: MAX_OUTPUT_SIDE, height: MAX_OUTPUT_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 78 })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch (cause) {
    throw new DomainError('unreadable_photo', {}, { cause })
  }
}

const THUMBNAIL_SIDE = 96

/** A stored picture cropped to a small square, for lists. */
export async function thumbnail(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover' })
    .webp({ quality: 60 })
    .timeout({ seconds: TIMEOUT_S })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
