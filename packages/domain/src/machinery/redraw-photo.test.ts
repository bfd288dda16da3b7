import sharp from 'sharp'
import { expect, test } from 'vitest'
import { DECODED_APART, jpegOfScans, refusedByHeader } from '../photos/test/hostile-photos.ts'
import { DomainError } from '../shared/errors.ts'
import { redraw } from './redraw-photo.ts'
import { processorS } from './test/processor-time.ts'

/** What comes of a photo, and the processor time for it. */
async function costOf(photo: Uint8Array): Promise<{ outcome: string; cpuS: number }> {
  const before = processorS()
  const outcome = await redraw(photo).then(
    ({ width, height }) => `${width}×${height}`,
    (error: unknown) => (error instanceof DomainError ? String(error.detail.because ?? error.slug) : String(error)),
  )
  return { outcome, cpuS: processorS() - before }
}

/** Two seconds, and what this process itself spends meanwhile, which is more on a slow machine. */
const MOST_S = 3

test('refuses by its headers what is no photo or would cost too much', async () => {
  for (const [name, because, photo] of await refusedByHeader()) {
    const { outcome, cpuS: spent } = await costOf(photo)
    expect({ name, outcome }).toEqual({ name, outcome: because })
    expect(spent, name).toBeLessThan(0.5)
  }
})

// A busy machine needs several times as long, and then refuses what is as large as is allowed at all.
test.each(DECODED_APART)('spends at most two seconds of a core on %s', async (_, expected, make) => {
  const photo = await make()
  expect(photo.length).toBeLessThanOrEqual(2 * 1024 * 1024)
  const { outcome, cpuS: spent } = await costOf(photo)
  expect([expected, 'cost']).toContain(outcome)
  expect(spent).toBeLessThan(MOST_S)
})

test('takes photos as phones make them, upright and without a place', async () => {
  const scene = sharp({ create: { width: 2_000, height: 1_500, channels: 3, background: '#884422' } })
    .withExif({ IFD0: { Make: 'SecretPhone' }, IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 })
  const photos = await Promise.all([
    scene.clone().jpeg().toBuffer(),
    scene.clone().jpeg({ progressive: true, mozjpeg: true }).toBuffer(),
    scene.clone().webp({ effort: 0 }).toBuffer(),
  ])
  for (const photo of photos) {
    expect((await sharp(photo).metadata()).exif?.includes('SecretPhone')).toBe(true)
    const { width, height, bytes } = await redraw(photo)
    const about = await sharp(bytes).metadata()
    expect([width, height, about.width, about.height]).toEqual([1200, 1600, 1200, 1600])
    expect([about.format, about.exif, about.xmp, about.icc]).toEqual(['webp', undefined, undefined, undefined])
  }
})

test('decodes one photo at a time, and refuses the tenth at once', async () => {
  const photos = Array.from({ length: 10 }, () => redraw(jpegOfScans(64, 64, 1)))
  await expect(Promise.race(photos)).rejects.toMatchObject({ slug: 'unavailable', detail: { retryAfterS: 5 } })
  await Promise.allSettled(photos)
})
