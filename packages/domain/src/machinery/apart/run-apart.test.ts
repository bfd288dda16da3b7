import { expect, test } from 'vitest'
import { jpegOfScans } from '../../photos/test/hostile-photos.ts'
import { EndedApart, runApart } from './run-apart.ts'

const WIDE = { cpuS: 20, wallMs: 60_000, memoryMb: 512, maxOutputBytes: 1_000_000 }
const ENDLESS = jpegOfScans(4896, 4896, 20_000)
const SMALL = jpegOfScans(64, 64, 1)

test.each([
  ['processor time', { cpuS: 1 }, ENDLESS, 'cost'],
  ['time', { wallMs: 300 }, ENDLESS, 'late'],
  ['output', { maxOutputBytes: 4 }, SMALL, 'cost'],
])('kills a process at its limit of %s', async (_, limit, photo, why) => {
  await expect(runApart('apart/decode-photo', photo, { ...WIDE, ...limit })).rejects.toMatchObject({ why })
})

test('ends a process that allocates too much', async () => {
  const large = jpegOfScans(4896, 4896, 1)
  expect((await runApart('apart/decode-photo', large, WIDE)).readUInt32BE(0)).toBe(1600)
  await expect(runApart('apart/decode-photo', large, { ...WIDE, memoryMb: 80 })).rejects.toThrow(EndedApart)
})

test('returns what a process writes, and why it failed', async () => {
  expect((await runApart('apart/decode-photo', SMALL, WIDE)).readUInt32BE(0)).toBe(64)
  await expect(runApart('apart/decode-photo', Buffer.from('nothing'), WIDE)).rejects.toMatchObject({
    why: 'failed',
    message: expect.stringContaining('unsupported image format'),
  })
})
