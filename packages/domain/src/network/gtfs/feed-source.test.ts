import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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
  it.each(['stops.txt', 'Stops.TXT', 'nairobi/stops.txt', 'gtfs/2026/stops.txt'])('opens the file %s', async (name) => {
    expect(await readAll(makeZip([{ name, text: 'stop_id\n1\n' }]))).toBe('stop_id\n1\n')
  })

  it('opens no file that was not requested', async () => {
    const bytes = makeZip([
      { name: '__MACOSX/stops.txt', text: 'junk' },
      { name: '._stops.txt', text: 'junk' },
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
        { name: 'Stops.txt', text: 'y' },
      ],
      'twice',
    ],
    [
      'holds two feeds',
      [
        { name: 'bus/stops.txt', text: 'x' },
        { name: 'rail/stops.txt', text: 'y' },
      ],
      'holds several feeds: bus/, rail/. Load each by itself',
    ],
    [
      'holds two zip files',
      [
        { name: 'bus.zip', text: '' },
        { name: 'rail.zip', text: '' },
      ],
      'holds several feeds: bus.zip, rail.zip. Load each by itself',
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

  it('is read inside of a zip file or a folder, which is said', async () => {
    const inner = makeZip([{ name: 'stops.txt', text: 'stop_id\n1\n' }])
    const feed = await openFeed(await inFile(makeZip([{ name: 'in/feed.zip', text: inner }])), NAMES)
    onTestFinished(() => feed.close())
    expect(feed.note).toEqual({ file: 'in/feed.zip', reason: 'is inside of the zip file', done: 'read' })
    expect(await feed.has('stops.txt')).toBe(true)
    const folder = await openFeed(dirname(await inFile(inner)), NAMES)
    onTestFinished(() => folder.close())
    expect(folder.note).toEqual({ file: 'feed.zip', reason: 'is in the folder', done: 'read' })
    expect(await folder.has('stops.txt')).toBe(true)
  })

  it('prefers the files beside a folder to those in it', async () => {
    const bytes = makeZip([
      { name: 'old/stops.txt', text: 'old' },
      { name: 'stops.txt', text: 'new' },
    ])
    expect(await readAll(bytes)).toBe('new')
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
