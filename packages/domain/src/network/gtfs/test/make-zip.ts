import { crc32, deflateRawSync } from 'node:zlib'

/** A zip file of these files (APPNOTE 4.3), also with names and sizes that no valid program writes. */
export function makeZip(
  files: { name: string; text: string | Buffer; claimedSize?: number; claimedPacked?: number }[],
): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, text, claimedSize, claimedPacked } of files) {
    const path = Buffer.from(name)
    const packed = deflateRawSync(text)
    const sizes = Buffer.alloc(22) // flags, method, time, date, CRC-32, both sizes, length of the name, no extra field
    sizes.writeUInt16LE(0x0800, 0)
    sizes.writeUInt16LE(8, 2)
    sizes.writeUInt32LE(crc32(text), 8)
    sizes.writeUInt32LE(claimedPacked ?? packed.length, 12)
    sizes.writeUInt32LE(claimedSize ?? Buffer.byteLength(text), 16)
    sizes.writeUInt16LE(path.length, 20)
    const fields = Buffer.concat([sizes, Buffer.alloc(2)])
    const local = Buffer.concat([signature(0x04034b50), version, fields, path, packed])
    const rest = Buffer.alloc(14) // comment length, disk, attributes, offset
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signature(0x02014b50), version, version, fields, rest, path]))
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, signature(0x06054b50), end])
}

const version = Buffer.from([20, 0])

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
