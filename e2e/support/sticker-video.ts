import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import encodeQR from 'qr'

/** Chromium's fake camera reads this file; it is written before the camera is opened. */
export const CAMERA_FILE = join(tmpdir(), `salama-camera-${process.pid}.y4m`)

const [WIDTH, HEIGHT] = [640, 480]

/** Renders a QR code as a video: a square in the middle of a grey frame. */
export function filmQr(file: string, text: string): void {
  const code = encodeQR(text, 'raw')
  const px = Math.floor((HEIGHT * 0.7) / code.length)
  const [left, top] = [(WIDTH - px * code.length) / 2, (HEIGHT - px * code.length) / 2]
  const light = Buffer.alloc(WIDTH * HEIGHT, 150)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const [row, column] = [Math.floor((y - top) / px), Math.floor((x - left) / px)]
      const module = code[row]?.[column]
      if (module !== undefined) light[y * WIDTH + x] = module ? 25 : 225
    }
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(file, Buffer.concat([head, frame, frame, frame]))
}
