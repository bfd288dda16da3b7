import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { redraw } from '../../packages/domain/src/machinery/redraw-photo.ts'
import { processorS } from '../../packages/domain/src/machinery/test/processor-time.ts'
import { jpegOfScans } from '../../packages/domain/src/photos/test/hostile-photos.ts'
import { atMost, digits, once, type Part } from './results.ts'

const AT_ONCE = 4
const READ_EVERY_MS = 10
const LEAST_READS = 100

type Decode = (photo: Uint8Array) => Promise<unknown>
const inProcess: Decode = (photo) => sharp(photo).resize({ width: 1600 }).webp({ quality: 78 }).toBuffer()

/**
 * What photos that are made to cost much take of a core, and how long reads of the same process wait beside four of them:
 * as they are decoded, and in the process itself, where a decoding takes one of the threads that files are read in.
 */
export async function uploads(): Promise<Part> {
  const server = createServer(async (_, response) => response.end(await readFile(import.meta.filename)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  try {
    const alone = await readsBeside(url, async () => {})
    const [refused, allowed] = [jpegOfScans(4896, 4896, 200), jpegOfScans(4896, 4896, 30)]
    const measured = []
    const photos: [name: string, photo: Buffer, decode: Decode][] = [
      ['200 scans', refused, redraw],
      ['200 scans, decoded in the process', refused, inProcess],
      ['30 scans of 24 megapixels', allowed, redraw],
      ['30 scans of 24 megapixels, decoded in the process', allowed, inProcess],
    ]
    for (const [name, photo, decode] of photos) {
      const spent = await costOf(decode, photo)
      measured.push({
        name,
        spent,
        reads: await readsBeside(url, () => Promise.allSettled(of(AT_ONCE, () => decode(photo)))),
      })
    }
    const ours = measured.filter(({ name }) => !name.includes('process'))
    return {
      goals: [
        atMost('processor time of a hostile photo', once(Math.max(...ours.map(({ spent }) => spent))), 2, 's'),
        atMost(
          'reads beside four of them / alone',
          once(Math.max(...ours.map(({ reads }) => reads.median)) / alone.median),
          1.5,
          '×',
        ),
      ],
      tables: [
        {
          title: `Photos that cost much, ${AT_ONCE} at once, and reads beside them`,
          columns: ['', 's of a core for one', 'reads, median ms', 'the slowest'],
          rows: [{ name: 'none', spent: 0, reads: alone }, ...measured].map(({ name, spent, reads }) => [
            name,
            digits(spent),
            digits(reads.median),
            digits(reads.slowest),
          ]),
        },
      ],
    }
  } finally {
    server.close()
  }
}

const of = <T>(n: number, make: () => T): T[] => Array.from({ length: n }, make)

async function costOf(decode: Decode, photo: Uint8Array): Promise<number> {
  const before = processorS()
  await decode(photo).catch(() => {})
  return processorS() - before
}

/** Reads one after another while the work goes on, and a hundred at least. */
async function readsBeside(url: string, work: () => Promise<unknown>): Promise<{ median: number; slowest: number }> {
  const waits: number[] = []
  let isWorking = true
  const working = work().finally(() => {
    isWorking = false
  })
  while (isWorking || waits.length < LEAST_READS) {
    const before = performance.now()
    await (await fetch(url)).text()
    waits.push(performance.now() - before)
    await sleep(READ_EVERY_MS)
  }
  await working
  const sorted = waits.toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? Number.NaN, slowest: sorted.at(-1) ?? Number.NaN }
}
