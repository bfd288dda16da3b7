import sharp from 'sharp'
import { DomainError } from '../shared/errors.ts'
import { Admission, isNotAdmitted } from './admission.ts'
import { EndedApart, runApart } from './apart/run-apart.ts'
import { type PhotoProblem, photoProblem } from './photo-header.ts'

// An uploaded photo is an untrusted file: decoded and re-encoded, and only the new picture is stored (no EXIF with
// place and phone, no thumbnail, no second file appended). No photo, or too costly by its headers: rejected; the rest
// is decoded in a process of its own, one at a time, with limits. See docs/decisions/photos.md.

/** An ordinary photo of 12 megapixels takes 0.5 s of a core, the most expensive one that the headers allow about 1 s. */
const LIMITS = { cpuS: 2, wallMs: 20_000, memoryMb: 512, maxOutputBytes: 8 * 1024 * 1024 }

/** The queue may be slow, but it is short: who still waits when the request has timed out finds the photo on a retry. */
const ONE_AT_A_TIME = {
  inFlight: 1,
  waiting: 8,
  patienceMs: 20_000,
  crowdedAfterMs: Number.POSITIVE_INFINITY,
  crowdedMs: 0,
}

const RETRY_AFTER_S = 5

const decoder = new Admission(ONE_AT_A_TIME)

export type Picture = { bytes: Uint8Array; width: number; height: number }

const unreadable = (because: PhotoProblem, cause?: unknown) =>
  new DomainError('unreadable_photo', { because }, { cause })

/**
 * Re-encodes a photo: upright, at most 1600 pixels long, as WebP, without metadata.
 * @throws {DomainError} `unreadable_photo`; `unavailable`: too many photos wait
 */
export async function redraw(bytes: Uint8Array): Promise<Picture> {
  const problem = photoProblem(bytes)
  if (problem) throw unreadable(problem)
  const output = await decoder
    .run(() => runApart('apart/decode-photo', bytes, LIMITS))
    .catch((error: unknown) => {
      if (error instanceof EndedApart && error.why !== 'late')
        throw unreadable(error.why === 'cost' ? 'cost' : 'damaged', error)
      if (isNotAdmitted(error) || error instanceof EndedApart)
        throw new DomainError('unavailable', { retryAfterS: RETRY_AFTER_S }, { cause: error })
      throw error
    })
  return { width: output.readUInt32BE(0), height: output.readUInt32BE(4), bytes: output.subarray(8) }
}

const THUMBNAIL_SIDE = 96

// No cache of decoded parts: pictures of different people share none.
sharp.cache(false)

/** A stored picture, which `redraw` made, cropped to a small square, for lists. */
export async function thumbnail(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: 1600 * 1600 })
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'cover' })
    .webp({ quality: 60 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}
