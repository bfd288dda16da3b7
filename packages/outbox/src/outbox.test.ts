import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Item, isDone, newItem, type Outcome } from './items.ts'
import { withLease } from './one-at-a-time.ts'
import { createOutbox, type OutboxSetup } from './outbox.ts'
import { createStore, StorageProblem } from './store.ts'

type Note = { words: string | null }
type Setup = OutboxSetup<Note, { at: string }>

let made = 0
/** A separate outbox for a test; `server` returns the responses. */
function outboxWith(server: Partial<Setup>) {
  const name = `test-${made++}`
  const setup: Setup = { name, send: async () => arrived, sendFile: async () => ({ is: 'received' }), ...server }
  return { name, outbox: createOutbox<Note, { at: string }>(setup) }
}

const arrived: Outcome<Note, { at: string }> = { is: 'received', reply: { at: '14:02' }, left: { words: null } }
const offline: Outcome<Note, { at: string }> = { is: 'waiting', problem: { code: 'network' } }
const picture = () => new Blob(['picture'], { type: 'image/webp' })

test('stores an item with its files before anything is sent', async () => {
  const { name, outbox } = outboxWith({})
  await outbox.addFile('a', picture())
  await outbox.put('a', { words: 'hi' })
  const [entry] = await createStore<Note, unknown>(name).list()
  expect(entry?.item).toMatchObject({ id: 'a', state: 'waiting', content: { words: 'hi' } })
  expect(entry?.files).toHaveLength(1)
})

test('marks an item received only after the server’s reply, and removes its content', async () => {
  const { outbox } = outboxWith({})
  await outbox.put('a', { words: 'hi' })
  await outbox.flush()
  const [entry] = await outbox.list()
  expect(entry?.item).toMatchObject({ state: 'received', content: { words: null }, reply: { at: '14:02' } })
})

test('keeps everything while offline, and sends in order when back online', async () => {
  const sent: string[] = []
  let line = false
  const send = async (item: Item<Note, { at: string }>) => {
    sent.push(item.id)
    return line ? arrived : offline
  }
  const { outbox } = outboxWith({ send })
  for (const id of ['a', 'b', 'c']) await outbox.put(id, { words: id })
  await outbox.flush()
  expect(sent).toEqual(['a'])
  line = true
  await outbox.flush({ eager: true })
  expect(sent).toEqual(['a', 'a', 'b', 'c'])
  expect((await outbox.list()).map(({ item }) => item.state)).toEqual(['received', 'received', 'received'])
})

test('leaves a refused item to the person, and sends the next one', async () => {
  const send = async (item: Item<Note, { at: string }>): Promise<Outcome<Note, { at: string }>> =>
    item.id === 'a' ? { is: 'refused', problem: { code: 'unknown_stop' } } : arrived
  const { outbox } = outboxWith({ send })
  await outbox.put('a', { words: 'a' })
  await outbox.put('b', { words: 'b' })
  await outbox.flush()
  const [first, second] = await outbox.list()
  expect(first?.item).toMatchObject({ state: 'refused', problem: { code: 'unknown_stop' }, content: { words: 'a' } })
  expect(second?.item.state).toBe('received')
})

test('holds back only items that depend on an earlier one', async () => {
  const sent: string[] = []
  let line = false
  const { outbox } = outboxWith({
    send: async (item) => {
      sent.push(item.id)
      return item.id !== 'a' || line ? arrived : { is: 'refused', problem: { code: 'x' } }
    },
    waitsFor: (item, before) => item.content.words === before.content.words,
  })
  for (const [id, words] of Object.entries({ a: 'same', b: 'same', c: 'other' })) await outbox.put(id, { words })
  await outbox.flush()
  expect(sent).toEqual(['a', 'c'])
  expect(await outbox.nextDueInMs()).toBeNull()
  line = true
  await outbox.sendAgain('a')
  await outbox.flush()
  expect(sent).toEqual(['a', 'c', 'a', 'b'])
})

test.each(['network', 'rate_limited', 'closed'])('tries no other item early after %s', async (code) => {
  const send = vi.fn(
    async (): Promise<Outcome<Note, { at: string }>> => ({ is: 'waiting', problem: { code }, retryAfterS: 60 }),
  )
  const { outbox } = outboxWith({ send, holdsAll: ['network', 'rate_limited', 'closed'] })
  for (const id of ['a', 'b', 'c']) await outbox.put(id, { words: id })
  await outbox.flush()
  await outbox.flush()
  expect(send).toHaveBeenCalledTimes(1)
  expect(await outbox.nextDueInMs()).toBeGreaterThan(50_000)
  await outbox.flush({ eager: true })
  expect(send).toHaveBeenCalledTimes(code === 'rate_limited' ? 1 : 2)
})

test('stops the round when an item waits for sign-in', async () => {
  const send = vi.fn(async (): Promise<Outcome<Note, { at: string }>> => ({ is: 'sign_in' }))
  const { outbox } = outboxWith({ send, holdsAll: ['sign_in'] })
  for (const id of ['a', 'b', 'c']) await outbox.put(id, { words: id })
  await outbox.flush()
  await outbox.flush()
  expect(send).toHaveBeenCalledTimes(1)
  expect(await outbox.nextDueInMs()).toBeNull()
})

test('sends all items before the first file, and stops at a file that must wait', async () => {
  const sent: string[] = []
  const { outbox } = outboxWith({
    send: async (item) => {
      sent.push(item.id)
      return arrived
    },
    sendFile: async (item) => {
      sent.push(`file of ${item.id}`)
      return { is: 'waiting', problem: { code: 'rate_limited' }, retryAfterS: 60 }
    },
  })
  for (const id of ['a', 'b']) {
    await outbox.addFile(id, picture())
    await outbox.put(id, { words: id })
  }
  await outbox.flush()
  await outbox.flush({ eager: true })
  expect(sent).toEqual(['a', 'b', 'file of a'])
})

test('tracks the status of each photo, and deletes its bytes once received', async () => {
  const refused: string[] = []
  const { outbox } = outboxWith({
    sendFile: async (_, file) => {
      if (refused.length > 0) return { is: 'received' }
      refused.push(file.id)
      return { is: 'refused', problem: { code: 'unreadable_photo' } }
    },
  })
  await outbox.addFile('a', picture())
  await outbox.addFile('a', picture())
  await outbox.put('a', { words: 'hi' })
  await outbox.flush()
  const [entry] = await outbox.list()
  expect(entry?.item.state).toBe('received')
  expect(entry?.files.map((file) => file.state)).toEqual(['refused', 'received'])
  expect(entry?.files[1]?.blob.size).toBe(0)
  expect(entry && isDone(entry)).toBe(true)
})

test('never lets two senders of one outbox send at the same time', async () => {
  let busy = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const send = async () => {
    most = Math.max(most, ++busy)
    await gate.promise
    busy--
    return arrived
  }
  const { name, outbox } = outboxWith({ send })
  const otherTab = createOutbox<Note, { at: string }>({ name, send, sendFile: async () => ({ is: 'received' }) })
  for (const id of ['a', 'b', 'c']) await outbox.put(id, { words: id })
  const sending = Promise.all([outbox.flush(), otherTab.flush(), outbox.flush()])
  const waiting = async () => (await navigator.locks.query()).pending?.filter((lock) => lock.name === name).length
  await expect.poll(async () => [busy, await waiting()]).toEqual([1, 1])
  gate.resolve()
  await sending
  expect(most).toBe(1)
  expect((await outbox.list()).every(({ item }) => item.state === 'received')).toBe(true)
})

test('keeps two senders apart with a lease where Web Locks are missing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = createStore<Note, unknown>('leases')
  let busy = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const work = async () => {
    most = Math.max(most, ++busy)
    await gate.promise
    busy--
  }
  const refused = Promise.withResolvers<void>()
  const acquireLease: typeof store.acquireLease = async (...asked) => {
    const isMine = await store.acquireLease(...asked)
    if (!isMine) refused.resolve()
    return isMine
  }
  let isDone = false
  const both = Promise.all([1, 2].map(() => withLease('one', { ...store, acquireLease }, work))).then(() => {
    isDone = true
  })
  await refused.promise
  gate.resolve()
  while (!isDone) await vi.advanceTimersByTimeAsync(1_000)
  await both
  expect(most).toBe(1)
})

test('retries an attempt that was killed in the middle', async () => {
  const { name, outbox } = outboxWith({})
  await createStore<Note, { at: string }>(name).put({
    ...newItem<Note, { at: string }>('a', { words: 'hi' }, 1),
    sendingSince: Date.now(),
  })
  await outbox.flush()
  expect((await outbox.list())[0]?.item).toMatchObject({ state: 'received', sendingSince: null })
})

test('does not restore an item that was deleted during an attempt', async () => {
  const { outbox } = outboxWith({
    send: async () => {
      await outbox.remove('a')
      return offline
    },
  })
  await outbox.put('a', { words: 'hi' })
  await outbox.flush()
  expect(await outbox.list()).toEqual([])
})

test('sends an item that was added during a round', async () => {
  const sent: string[] = []
  const { outbox } = outboxWith({
    send: async (item) => {
      sent.push(item.id)
      if (item.id === 'a') {
        await outbox.put('b', { words: 'b' })
        outbox.flush()
      }
      return arrived
    },
  })
  await outbox.put('a', { words: 'a' })
  await outbox.flush()
  expect(sent).toEqual(['a', 'b'])
})

test('distinguishes full storage from blocked storage', () => {
  expect(new StorageProblem(new DOMException('', 'QuotaExceededError')).reason).toBe('full')
  expect(new StorageProblem(new DOMException('', 'SecurityError')).reason).toBe('unavailable')
})

test('respects Retry-After, and retries other items eagerly', async () => {
  const send = vi.fn(
    async (): Promise<Outcome<Note, { at: string }>> => ({
      is: 'waiting',
      problem: { code: 'rate_limited' },
      retryAfterS: 60,
    }),
  )
  const { outbox } = outboxWith({ send })
  await outbox.put('a', { words: 'a' })
  await outbox.flush()
  await outbox.flush({ eager: true })
  expect(send).toHaveBeenCalledTimes(1)
  expect(await outbox.nextDueInMs()).toBeGreaterThan(50_000)
})

test('retries an item that waits for sign-in when a page opens, not on a timer', async () => {
  let signedIn = false
  const send = vi.fn(async (): Promise<Outcome<Note, { at: string }>> => (signedIn ? arrived : { is: 'sign_in' }))
  const { outbox } = outboxWith({ send })
  await outbox.put('a', { words: 'a' })
  await outbox.flush()
  expect((await outbox.list())[0]?.item.state).toBe('sign_in')
  await outbox.flush()
  expect(send).toHaveBeenCalledTimes(1)
  signedIn = true
  await outbox.flush({ eager: true })
  expect((await outbox.list())[0]?.item.state).toBe('received')
})

test('takes out an item that was not received and leaves its files, never a received one', async () => {
  let line = false
  const { outbox } = outboxWith({ send: async () => (line ? arrived : offline) })
  await outbox.addFile('a', picture())
  for (const id of ['a', 'b']) await outbox.put(id, { words: id })
  await outbox.flush()
  expect(await outbox.withdraw('a')).toBe(true)
  expect(await outbox.filesOf('a')).toHaveLength(1)
  line = true
  await outbox.flush({ eager: true })
  expect(await outbox.withdraw('b')).toBe(false)
  expect((await outbox.list()).map(({ item }) => item.id)).toEqual(['b'])
})
