import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { createOutbox, sendAll } from './outbox.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const storage = {
  /** Site data are blocked. */
  blocked: () =>
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('', 'SecurityError')
      },
    }),
  /** Nothing that is there now has room for more. */
  full: () =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError')
    }),
}

let count = 0
function openOutbox(isOnline = true) {
  const sent: string[] = []
  const state = { isOnline }
  const offline = { is: 'waiting', problem: { code: 'network' } } as const
  const outbox = createOutbox<string, string>({
    name: `memory-${count++}`,
    usesMemory: true,
    send: async ({ id, content }) => {
      if (!state.isOnline) return offline
      sent.push(id)
      return { is: 'received', reply: `got ${id}`, left: content }
    },
    sendFile: async (_, { id }) => {
      sent.push(id)
      return { is: 'received' }
    },
  })
  return { outbox, sent, state }
}

test.each(['blocked', 'full'] as const)(
  'storage %s: what is added is sent from the open page, and said',
  async (how) => {
    const { outbox, sent, state } = openOutbox(false)
    storage[how]()
    await outbox.put('1', 'first')
    await outbox.put('2', 'second')
    await outbox.addFile('1', new Blob(['photo'], { type: 'image/webp' }))
    await outbox.flush({ eager: true })
    const [first, second] = await outbox.list()
    expect([first?.item.id, first?.item.state, first?.files.length, second?.item.id]).toEqual(['1', 'waiting', 1, '2'])
    expect(first?.item.problem).toEqual({ code: 'network' })
    expect(outbox.isKept()).toBe(false)
    state.isOnline = true
    await outbox.flush({ eager: true })
    expect(sent).toEqual(['1', '2', first?.files[0]?.id])
    expect((await outbox.list()).map(({ item }) => item.state)).toEqual(['received', 'received'])
    await outbox.remove('1')
    expect(await outbox.list()).toMatchObject([{ item: { id: '2' } }])
    expect(await outbox.withdraw('2')).toBe(false)
  },
)

test('what was stored before the device was full is sent before what is in memory, and its photos with it', async () => {
  const { outbox, sent } = openOutbox()
  await outbox.put('stored', 'first')
  storage.full()
  await outbox.addFile('stored', new Blob(['photo'], { type: 'image/webp' }))
  await outbox.put('unkept', 'second')
  expect((await outbox.list()).map(({ item, files }) => [item.id, files.length])).toEqual([
    ['stored', 1],
    ['unkept', 0],
  ])
  vi.restoreAllMocks() // there is room again
  await outbox.flush({ eager: true })
  expect(sent.slice(0, 2)).toEqual(['stored', 'unkept'])
  expect(sent).toHaveLength(3)
})

test('a photo that was stored before its item did not fit is sent with it', async () => {
  const { outbox, sent } = openOutbox()
  await outbox.addFile('1', new Blob(['photo'], { type: 'image/webp' }))
  storage.full()
  await outbox.put('1', 'first')
  expect((await outbox.list()).map(({ files }) => files.length)).toEqual([1])
  vi.restoreAllMocks()
  await outbox.flush({ eager: true })
  expect(sent).toHaveLength(2)
})

test('a photo in memory alone is not kept, though its item is', async () => {
  const { outbox } = openOutbox(false)
  storage.full()
  await outbox.addFile('1', new Blob(['photo'], { type: 'image/webp' }))
  vi.restoreAllMocks()
  await outbox.put('1', 'first')
  expect(outbox.isKept()).toBe(false)
})

test('sending in the background rejects where the outbox cannot be read, so that the browser tries again', async () => {
  storage.blocked()
  const { outbox } = openOutbox()
  await expect(sendAll(outbox)).rejects.toThrow()
})

test('where everything is stored nothing is in memory', async () => {
  const { outbox } = openOutbox(false)
  await outbox.put('1', 'first')
  expect(outbox.isKept()).toBe(true)
})

test('where there are no locks the page sends alone', async () => {
  storage.blocked()
  vi.stubGlobal('navigator', {
    locks: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
  })
  const { outbox, sent } = openOutbox()
  await outbox.put('1', 'first')
  await outbox.flush()
  expect(sent).toEqual(['1'])
})
