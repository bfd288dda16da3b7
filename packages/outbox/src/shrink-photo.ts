// A camera's picture is 3 to 12 MB, its EXIF has place, time and phone: it is re-encoded here, small and without.

const MAX_SIDE_PX = 1_600
const MAX_BYTES = 1_000_000
const QUALITIES = [0.82, 0.7, 0.55, 0.4]

/** The file is not a picture that this browser can decode. */
export class UnreadablePhoto extends Error {}

/** The target size: unchanged, or with its longest side at `longest`. */
export function fitted(width: number, height: number, longest = MAX_SIDE_PX): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Re-encodes a picture to at most 1600 pixels and 1 MB, upright, as WebP, or JPEG if the browser cannot encode WebP.
 * @throws {UnreadablePhoto}
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw new UnreadablePhoto('It cannot be opened', { cause })
  })
  try {
    for (let longest = MAX_SIDE_PX; longest >= 400; longest = Math.round(longest * 0.7)) {
      const canvas = drawn(picture, longest)
      for (const quality of QUALITIES) {
        const blob = await encoded(canvas, quality)
        if (blob.size <= MAX_BYTES) return blob
      }
    }
  } finally {
    picture.close()
  }
  throw new UnreadablePhoto('It does not get small enough')
}

function drawn(picture: ImageBitmap, longest: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const { width, height } = fitted(picture.width, picture.height, longest)
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadablePhoto('It cannot be drawn')
  context.imageSmoothingQuality = 'high'
  // Transparent areas would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

/** A browser that cannot encode WebP silently returns a PNG. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', quality)
  return webp.type === 'image/webp' ? webp : toBlob(canvas, 'image/jpeg', quality)
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number) =>
  new Promise<Blob>((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new UnreadablePhoto('It cannot be written'))),
      type,
      quality,
    ),
  )
