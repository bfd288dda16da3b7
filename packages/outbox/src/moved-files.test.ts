import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { createOutbox } from './outbox.ts'

const picture = () => new Blob(['picture'], { type: 'image/webp' })

test('moves files to an item’s new id, and purges orphaned files after a month', async () => {
  const outbox = createOutbox<{ words: string }, null>({
    name: 'moved-files',
    send: async () => ({ is: 'waiting', problem: { code: 'network' } }),
    sendFile: async () => ({ is: 'received' }),
  })
  await outbox.addFile('a', picture())
  await outbox.moveFiles('a', 'b')
  expect(await outbox.filesOf('a')).toEqual([])
  expect(await outbox.filesOf('b')).toHaveLength(1)
  await outbox.addFile('c', picture())
  await outbox.put('c', { words: 'c' })
  await outbox.sweep()
  expect(await outbox.filesOf('b')).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 24 * 3600 * 1000 })
  await outbox.sweep()
  vi.useRealTimers()
  expect(await outbox.filesOf('b')).toEqual([])
  expect(await outbox.filesOf('c')).toHaveLength(1)
})
