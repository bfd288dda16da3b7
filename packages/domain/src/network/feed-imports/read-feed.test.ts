import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { processorS } from '../../machinery/test/processor-time.ts'
import { makeZip } from '../gtfs/test/make-zip.ts'
import { SMALL_FEED } from '../gtfs/test/small-feed.ts'
import { readFeedApart } from './read-feed-apart.ts'

/** In place of Supabase: notes what is staged, and the key. */
let supabase: Server
let url: string
let folder: string
const staged: unknown[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salama-read-feed-'))
  supabase = createServer((request, response) => {
    staged.push([request.url, request.headers.authorization])
    request.resume().once('end', () => response.setHeader('content-type', 'application/json').end('null'))
  })
  await new Promise<void>((resolve) => supabase.listen(0, '127.0.0.1', resolve))
  const address = supabase.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
beforeEach(() => {
  staged.length = 0
})
afterAll(async () => {
  supabase.close()
  await rm(folder, { recursive: true })
})

async function read(zip: Buffer) {
  const path = join(folder, 'feed.zip')
  await writeFile(path, zip)
  const before = processorS()
  const outcome = await readFeedApart({
    url,
    publishableKey: 'the-key',
    token: 'the-token',
    importId: 'an-import',
    path,
  })
  return { outcome, cpuS: processorS() - before }
}

const files = (changes: Record<string, string> = {}) =>
  Object.entries({ ...SMALL_FEED, ...changes }).map(([name, text]) => ({ name, text }))

test('stages the rows of a feed with the token of the task', async () => {
  const { outcome } = await read(makeZip(files()))
  expect(outcome).toEqual({ is: 'staged' })
  expect(staged).toContainEqual(['/rest/v1/rpc/stage_gtfs_rows', 'Bearer the-token'])
})

test('returns the problems of a broken feed', async () => {
  const { outcome } = await read(makeZip(files({ 'routes.txt': '' })))
  expect(outcome).toMatchObject({ is: 'broken', problems: [{ file: 'routes.txt', reason: 'is empty' }] })
})

/** The end of a zip file that declares this many entries, after a directory that has them. */
function manyEntries(count: number): Buffer {
  const one = makeZip([{ name: 'x', text: '' }])
  const [start, end] = [one.indexOf('PK\x01\x02'), one.indexOf('PK\x05\x06')]
  const directory = Buffer.concat(Array<Buffer>(count).fill(one.subarray(start, end)))
  const last = Buffer.from(one.subarray(end))
  last.writeUInt16LE(Math.min(count, 0xffff), 8)
  last.writeUInt16LE(Math.min(count, 0xffff), 10)
  last.writeUInt32LE(directory.length, 12)
  return Buffer.concat([one.subarray(0, start), directory, last])
}

const rows = (n: number, row: (i: number) => string) => Array.from({ length: n }, (_, i) => row(i)).join('\n')
const packed = (text: string) => deflateRawSync(text).toString('latin1')

const STOP_TIMES = 'trip_id,arrival_time,departure_time,stop_id,stop_sequence\n'
const stopTime = (i: number) => `T44,6:00:00,6:00:00,KOJ1,${i}`

test.each<[name: string, reason: RegExp, zip: () => Buffer]>([
  ['a bomb', /300-fold/, () => makeZip(files({ 'stops.txt': 'x'.repeat(20_000_000) }))],
  [
    'a bomb that hides its size',
    /too many bytes/,
    () =>
      makeZip(
        files().map((file) =>
          file.name === 'stop_times.txt'
            ? { ...file, text: STOP_TIMES + rows(90_000, stopTime), claimedSize: 900_000 }
            : file,
        ),
      ),
  ],
  [
    'a bomb within a bomb',
    /not a sound zip file/,
    () => makeZip([{ name: 'feed.zip', text: packed('x'.repeat(20_000_000)) }]),
  ],
  ['half a million entries', /more than 1000/, () => manyEntries(500_000)],
  ['a line without an end', /Max Record Size/, () => makeZip(files({ 'stops.txt': `"${'1234567 '.repeat(100_000)}` }))],
  [
    'long lines that hold next to nothing',
    /takes too long/,
    () => makeZip(files({ 'stop_times.txt': STOP_TIMES + rows(80_000, (i) => stopTime(i).padEnd(1_500)) })),
  ],
])('spends no more on %s than its size allows', async (_, reason, zip) => {
  const file = zip()
  const { outcome, cpuS } = await read(file)
  const reasons = outcome.is === 'broken' ? outcome.problems.map((problem) => problem.reason) : []
  expect(reasons.join('; ')).toMatch(reason)
  expect(cpuS).toBeLessThan(2.5 + (6 * file.length) / 1024 / 1024)
})
