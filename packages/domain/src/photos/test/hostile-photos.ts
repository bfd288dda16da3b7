import sharp from 'sharp'

// Photos that are made to cost as much as possible, or to look like what they are not. All are smaller than 2 MB.

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#884422' } })

const segment = (marker: number, content: number[] | Buffer) =>
  Buffer.concat([
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255]),
    Buffer.from(content),
  ])

/** Bits as entropy-coded data: the most significant first, a byte 0xff followed by 0. */
function coded(values: Iterable<[value: number, bits: number]>): Buffer {
  const bytes: number[] = []
  let [current, filled] = [0, 0]
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--) {
      current = current * 2 + ((value >> bit) & 1)
      filled += 1
      if (filled < 8) continue
      bytes.push(current)
      if (current === 0xff) bytes.push(0)
      ;[current, filled] = [0, 0]
    }
  }
  for (const [value, bits] of values) put(value, bits)
  while (filled > 0) put(1, 1)
  return Buffer.from(bytes)
}

/** A grey progressive JPEG with `scans` scans that hold nothing, 42 bytes each at 24 megapixels. */
export function jpegOfScans(width: number, height: number, scans: number, between: Buffer = Buffer.alloc(0)): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const start = (from: number, to: number) => segment(0xda, [1, 1, 0x00, from, to, 0])
  const oneCode = (table: number, value: number) => segment(0xc4, [table, 1, ...Array<number>(15).fill(0), value])
  const empty: [number, number][] = []
  for (let left = blocks; left > 0; left -= 16_384 + (empty.at(-1)?.[0] ?? 0))
    empty.push([0, 1], [Math.max(0, Math.min(left, 32_767) - 16_384), 14])
  const scan = Buffer.concat([between, start(1, 63), coded(empty)])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(16)]),
    segment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    oneCode(0x00, 0),
    oneCode(0x10, 0xe0),
    start(0, 0),
    coded(Array<[number, number]>(blocks).fill([0, 1])),
    ...Array<Buffer>(scans).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** A small picture whose header says something else. */
const changed = (picture: Buffer, header: number[], change: (from: Buffer) => void): Buffer => {
  const copy = Buffer.from(picture)
  change(copy.subarray(copy.indexOf(Buffer.from(header))))
  return copy
}

/** An extended WebP with a canvas of the largest size, and the flags of an animation or none. */
function webpOfCanvas(flags: number): Buffer {
  const file = Buffer.alloc(60)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WEBPVP8X', 8, 'latin1')
  file.writeUInt32LE(10, 16)
  file.writeUInt8(flags, 20)
  file.writeUIntLE(flags === 0 ? 16_383 : 63, 24, 3)
  file.writeUIntLE(flags === 0 ? 16_383 : 63, 27, 3)
  return file
}

/** What costs nothing because its headers refuse it, with the reason. */
export async function refusedByHeader(): Promise<[name: string, because: string, photo: Buffer][]> {
  const jpeg = await plain(64, 64).jpeg().toBuffer()
  const lossless = await plain(64, 64).webp({ lossless: true }).toBuffer()
  const png = await plain(64, 64).png().toBuffer()
  const inJpeg = (change: (frame: Buffer) => void) => changed(jpeg, [0xff, 0xc0], change)
  return [
    ['a progressive JPEG in 2,000 scans', 'scans', jpegOfScans(4896, 4896, 2_000)],
    ['scans behind reserved markers', 'scans', jpegOfScans(4896, 4896, 2_000, Buffer.from([0xff, 0x02]))],
    ['a JPEG of 4 gigapixels', 'pixels', inJpeg((frame) => frame.writeUInt32BE(0xff_ff_ff_ff, 5))],
    ['a JPEG of 24.01 megapixels', 'pixels', inJpeg((frame) => frame.writeUInt32BE(4_900 * 65_536 + 4_900, 5))],
    ['a JPEG without a height', 'damaged', inJpeg((frame) => frame.writeUInt16BE(0, 5))],
    ['a JPEG with arithmetic codes', 'format', inJpeg((frame) => frame.writeUInt8(0xc9, 1))],
    ['a JPEG that is only a header', 'damaged', jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])))],
    [
      'a lossless WebP of 268 megapixels',
      'pixels',
      changed(lossless, [0x56, 0x50, 0x38, 0x4c], (chunk) => chunk.writeUInt32LE(0x0f_ff_ff_ff, 9)),
    ],
    ['a WebP with a canvas of 268 megapixels', 'pixels', webpOfCanvas(0)],
    ['an animated WebP', 'format', webpOfCanvas(0x02)],
    ['a WebP that ends after its name', 'damaged', Buffer.from('RIFF....WEBPVP8 nothing')],
    [
      'a PNG of 400 megapixels',
      'format',
      changed(png, [0x49, 0x48, 0x44, 0x52], (chunk) => chunk.writeBigUInt64BE(20_000n * 2n ** 32n + 20_000n, 4)),
    ],
    [
      'an SVG',
      'format',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    ],
    ['a HEIC that is only a header', 'format', Buffer.from('\0\0\0\x1cftypheic\0\0\0\0mif1heicmiaf\0\0\0\0', 'latin1')],
    ['a page behind the start of a JPEG', 'damaged', Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
    ['a PDF that is a JPEG further on', 'format', Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg])],
    ['nothing', 'format', Buffer.alloc(0)],
  ]
}

const small = () => plain(2_400, 1_200).jpeg().toBuffer()

/** As much detail as 2 MB hold at 24 megapixels. */
function large() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const rough = sharp({ create: { width: 1_500, height: 1_000, channels: 3, background: '#888', noise } })
  return rough.resize(6_000, 4_000, { kernel: 'nearest' })
}

/** What the headers allow, and what comes of it. */
export const DECODED_APART: [name: string, outcome: string, photo: () => Promise<Buffer>][] = [
  ['31 scans of 24 megapixels', '1600×1600', async () => jpegOfScans(4896, 4896, 30)],
  [
    'a progressive JPEG of 24 megapixels',
    '1600×1067',
    () => large().jpeg({ quality: 20, progressive: true }).toBuffer(),
  ],
  ['a WebP of 24 megapixels', '1600×1067', () => large().webp({ quality: 1, effort: 0 }).toBuffer()],
  ['half of a JPEG', 'damaged', async () => (await small()).subarray(0, 5_000)],
  [
    'a JPEG with a zip file behind it',
    '1600×800',
    async () => Buffer.concat([await small(), Buffer.from('PK\x03\x04hidden')]),
  ],
]
