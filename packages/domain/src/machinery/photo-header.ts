// What a photo would cost, from its headers. A file of a few kilobytes may declare 400 megapixels, and a progressive JPEG
// may go through all of its pixels in thousands of scans. Walking from marker to marker costs milliseconds.

/** Why a photo is refused; public. */
export type PhotoProblem = 'format' | 'pixels' | 'scans' | 'damaged' | 'cost'

export const MAX_PIXELS = 24_000_000
const MAX_SIDE = 12_000

/** Encoders of cameras and phones make one (baseline) or about ten (progressive). */
const MAX_SCANS = 32

/** Markers of a JPEG (ITU-T T.81, table B.1). */
const SOS = 0xda
const EOI = 0xd9
/** Baseline, extended and progressive with Huffman codes; cameras write no others. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2]
const OTHER_FRAMES: readonly number[] = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]

/** Why a picture of these bytes is not worth decoding, or null. What it does not see, the decoder's limits end. */
export function photoProblem(bytes: Uint8Array): PhotoProblem | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length > 3 && file.readUIntBE(0, 3) === 0xffd8ff) return jpegProblem(file)
  const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? webpProblem(file) : 'format'
}

function sizeProblem(width: number, height: number): PhotoProblem | null {
  if (width < 1 || height < 1) return 'damaged'
  return Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS ? 'pixels' : null
}

function jpegProblem(file: Buffer): PhotoProblem | null {
  let scans = 0
  let problem: PhotoProblem | null = 'damaged' // until there is a frame
  for (const { marker, at } of markersOf(file)) {
    if (marker === SOS) scans += 1
    if (scans > MAX_SCANS) return 'scans'
    if (OTHER_FRAMES.includes(marker)) return 'format'
    if (!FRAMES.includes(marker)) continue
    if (at + 9 > file.length) return 'damaged'
    problem = sizeProblem(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5))
    if (problem) return problem
  }
  return scans === 0 ? 'damaged' : problem
}

/** The markers up to the end of the picture, as libjpeg finds them: it skips whatever stands between two of them. */
function* markersOf(file: Buffer): Generator<{ marker: number; at: number }> {
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1)
    if (marker === 0xff) at += 1
    // A byte 0xff of the data, a restart, or a reserved marker: none has a length.
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else {
      yield { marker, at }
      if (marker === EOI || at + 4 > file.length) return
      at += 2 + file.readUInt16BE(at + 2)
    }
  }
}

/** The canvas of an extended file, or the size of the only picture. Animations are refused. */
function webpProblem(file: Buffer): PhotoProblem | null {
  if (file.length < 30) return 'damaged'
  const kind = file.toString('latin1', 12, 16)
  if (kind === 'VP8X')
    return file.readUInt8(20) & 0x02 ? 'format' : sizeProblem(file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1)
  if (kind === 'VP8 ') return sizeProblem(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff)
  if (kind !== 'VP8L') return 'damaged'
  const bits = file.readUInt32LE(21)
  return sizeProblem((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}
