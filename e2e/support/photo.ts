import type { Page } from '@playwright/test'

/** Written into the metadata of `cameraPhoto`. */
export const SECRET = 'taken at 1.28 S 36.82 E'

/** A photo as from a camera: large, with GPS metadata. */
export async function cameraPhoto(page: Page, name: string) {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 3000, height: 2000 })
    const context = canvas.getContext('2d')
    for (let x = 0; x < 3000; x += 50)
      for (let y = 0; y < 2000; y += 50) {
        if (context) context.fillStyle = `hsl(${(x * y) % 360} 80% 50%)`
        context?.fillRect(x, y, 50, 50)
      }
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? ''
  })
  const jpeg = Buffer.from(base64, 'base64')
  const note = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(SECRET)])
  const length = Buffer.from([0xff, 0xe1, 0, note.length + 2])
  const buffer = Buffer.concat([jpeg.subarray(0, 2), length, note, jpeg.subarray(2)])
  return { name, mimeType: 'image/jpeg', buffer }
}
