import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFeed } from './feed-source.ts'
import { GtfsFeedError } from './problems.ts'
import { makeZip } from './test/make-zip.ts'

const NAMES = ['stops.txt', 'routes.txt', 'trips.txt']

async function inFile(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'salama-zip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'feed.zip')
  await writeFile(path, bytes)
  return path
}

async function readAll(bytes: Buffer) {
  const feed = await openFeed(await inFile(bytes), NAMES)
  onTestFinished(() => feed.close())
  const stops = await feed.open('stops.txt')
  return stops ? text(stops) : null
}

describe('a zip file', () => {
  it.each(['stops.txt', 'nairobi/stops.txt'])('opens the file %s', async (name) => {
    expect(await readAll(makeZip([{ name, text: 'stop_id\n1\n' }]))).toBe('stop_id\n1\n')
  })

  it('opens no file that was not requested', async () => {
    const bytes = makeZip([
      { name: '__MACOSX/stops.txt', text: 'junk' },
      { name: 'a/b/stops.txt', text: 'too deep' },
      { name: 'desktop.ini', text: 'junk' },
      { name: 'routes.txt', text: 'route_id\n' },
    ])
    expect(await readAll(bytes)).toBeNull()
  })

  it.each([
    ['climbs out of its folder', [{ name: '../stops.txt', text: 'x' }], 'invalid relative path'],
    ['has an absolute name', [{ name: '/etc/stops.txt', text: 'x' }], 'absolute path'],
    [
      'has a file twice',
      [
        { name: 'stops.txt', text: 'x' },
        { name: 'a/stops.txt', text: 'y' },
      ],
      'twice',
    ],
    ['claims a huge size', [{ name: 'stops.txt', text: 'x', claimedSize: 600 * 1024 * 1024 }], 'larger than 512 MiB'],
    [
      'claims a huge size in all',
      NAMES.map((name) => ({ name, text: 'x', claimedSize: 400 * 1024 ** 2, claimedPacked: 4 * 1024 ** 2 })),
      'more than 1 GiB',
    ],
    ['is a bomb', [{ name: 'stops.txt', text: 'x'.repeat(4_000_000) }], '300-fold'],
    [
      'has a thousand and one files',
      Array.from({ length: 1001 }, (_, n) => ({ name: `${n}`, text: '' })),
      'more than 1000',
    ],
  ])('is rejected when it %s', async (_, files, reason) => {
    const refused = readAll(makeZip(files))
    await expect(refused).rejects.toBeInstanceOf(GtfsFeedError)
    await expect(refused).rejects.toThrow(reason)
  })

  it('cannot unpack to more than its declared size', async () => {
    const bytes = makeZip([{ name: 'stops.txt', text: 'stop_id\n1\n2\n3\n', claimedSize: 4 }])
    await expect(readAll(bytes)).rejects.toThrow('too many bytes')
  })

  it('is rejected when truncated', async () => {
    const bytes = makeZip([{ name: 'stops.txt', text: 'stop_id\n1\n' }])
    await expect(readAll(bytes.subarray(0, bytes.length - 10))).rejects.toThrow('is not a sound zip file')
  })
})

it('rejects a path that is neither a zip file nor a folder, naming it', async () => {
  await expect(openFeed('/nowhere/feed.zip', NAMES)).rejects.toMatchObject({
    problems: [{ file: 'feed.zip', reason: 'is neither a zip file nor a folder' }],
  })
})
