import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { MAX_PIXELS } from '../photo-header.ts'

// A process of its own, started by `runApart` for one photo: reads it from stdin, and writes the width and the height of
// the new picture, four bytes each, and the picture. A photo that is damaged ends it with an error.

const MAX_OUTPUT_SIDE = 1600

sharp.cache(false)
sharp.concurrency(1)

const image = sharp(await buffer(process.stdin), {
  limitInputPixels: MAX_PIXELS,
  failOn: 'error',
  pages: 1,
  autoOrient: true,
})
const { format } = await image.metadata()
if (format !== 'jpeg' && format !== 'webp') throw new Error(`is ${format}`)
const { data, info } = await image
  .resize({ width: MAX_OUTPUT_SIDE, height: MAX_OUTPUT_SIDE, fit: 'inside', withoutEnlargement: true })
  .flatten({ background: '#ffffff' })
  .webp({ quality: 78 })
  .toBuffer({ resolveWithObject: true })
const size = Buffer.alloc(8)
size.writeUInt32BE(info.width, 0)
size.writeUInt32BE(info.height, 4)
process.stdout.write(Buffer.concat([size, data]))
