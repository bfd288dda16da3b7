import { hasPassed, isClockSet } from './elapsed.ts'
import { type Entry, type FileOutcome, type Item, type ItemFile, isDone, newItem, type Outcome } from './items.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { HOLDS_ALL, isBlocked, isDue, isHeld, nextAttempt, nextDueInMs, type Rules } from './retry.ts'
import { createStore } from './store.ts'
import { withMemory } from './with-memory.ts'

// The queue of items to be sent. Its guarantees: once the page says "saved on this phone" an item is not lost; it is
// sent automatically when online; it is received once; and it counts as received only after the server has confirmed
// it.
//
// - An item is persisted before the first byte is sent, and deleted only after the server's confirmation.
// - Its id is created here, once. After a lost response, from a second tab or a restarted browser, the same id is sent
// again and the server recognizes it. So an attempt needs no record of its progress.
// - One sender at a time (one-at-a-time.ts), oldest first. Offline the round ends; an item that the server rejects is
// left for the user and the next one is sent, unless it depends on that one (`waitsFor`).
// - Files are sent after the items, because text is small and a weak connection may not last; each file has its own
// status, and its failure affects no other.

export type OutboxSetup<Content, Reply> = {
  /** Also the name of the database, the lock and the channel: an app has one outbox per device. */
  name: string
  /** One attempt. It must end by itself (its requests need a timeout) and must not throw for a server's response. */
  send: (item: Item<Content, Reply>) => Promise<Outcome<Content, Reply>>
  sendFile: (item: Item<Content, Reply>, file: ItemFile) => Promise<FileOutcome>
  /** What this device refuses to store is sent from the open page; where not, adding it throws. */
  usesMemory?: boolean
} & Rules<Content>

const DAY_MS = 24 * 3600 * 1000
/** The age after which files of an abandoned draft are deleted. */
const RETENTION_MS = 30 * DAY_MS

export function createOutbox<Content, Reply>({
  name,
  send,
  sendFile,
  usesMemory = false,
  waitsFor = () => false,
  holdsAll = HOLDS_ALL,
}: OutboxSetup<Content, Reply>) {
  const device = createStore<Content, Reply>(name)
  const memory = usesMemory ? withMemory(device) : null
  const store = memory ?? device
  const listeners = new Set<() => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  if (channel) channel.onmessage = notifyListeners
  const changed = () => {
    notifyListeners()
    channel?.postMessage('changed')
  }
  const notifyAfter = async <T>(writing: Promise<T>): Promise<T> => {
    const result = await writing
    changed()
    return result
  }

  /** Whether the result of one attempt means that none would be accepted now. */
  const holds = (outcome: { is: string; problem?: { code: string } }) =>
    holdsAll.includes(outcome.is === 'waiting' ? (outcome.problem?.code ?? '') : outcome.is)

  /** One attempt to send an item. False: the round is over. */
  async function trySend(item: Item<Content, Reply>): Promise<boolean> {
    await notifyAfter(store.change(item.id, { sendingSince: Date.now() }))
    const outcome = await send(item).catch((cause: unknown): Outcome<Content, Reply> => failed(cause))
    await notifyAfter(store.change(item.id, { sendingSince: null, ...settled(item, outcome) }))
    return !holds(outcome)
  }

  async function trySendFiles({ item, files }: Entry<Content, Reply>): Promise<boolean> {
    for (const file of files.filter((each) => each.state === 'waiting')) {
      await notifyAfter(store.changeFile(file.id, { sendingSince: Date.now() }))
      const outcome = await sendFile(item, file).catch((cause: unknown): FileOutcome => failed(cause))
      const problem = outcome.is === 'received' ? null : outcome.problem
      // A received photo uses storage that the next report may need.
      const blob = outcome.is === 'received' ? new Blob([], { type: file.blob.type }) : file.blob
      await notifyAfter(store.changeFile(file.id, { sendingSince: null, state: outcome.is, problem, blob }))
      if (outcome.is !== 'waiting') continue
      await notifyAfter(store.change(item.id, nextAttempt(item, outcome.retryAfterS)))
      if (holds(outcome)) return false
    }
    return true
  }

  /** One round over all items that are due, then their files. `eager`: there is a reason to retry at once. */
  async function round(eager: boolean): Promise<void> {
    for (const { item, files } of await store.list()) {
      if (item.sendingSince !== null) await store.change(item.id, { sendingSince: null }) // of a killed sender
      for (const file of files) if (file.sendingSince !== null) await store.changeFile(file.id, { sendingSince: null })
    }
    const entries = await store.list()
    if (isHeld(entries, holdsAll, eager)) return
    for (const { item } of entries) {
      const now = await store.list()
      const entry = now.find((each) => each.item.id === item.id)
      // The user may have signed in since.
      const canRetry = entry?.item.state === 'waiting' || (eager && entry?.item.state === 'sign_in')
      if (!entry || !canRetry || !isDue(entry.item, eager) || isBlocked(entry, now, waitsFor)) continue
      if (!(await trySend(entry.item))) return
    }
    for (const entry of await store.list())
      if (entry.item.state === 'received' && !isDone(entry) && isDue(entry.item, eager))
        if (!(await trySendFiles(entry))) return
  }

  let running: Promise<void> | null = null
  let wanted: { eager: boolean } | null = null
  /** Sends what is due; a call during a round starts another round after it. Resolves when nothing is due any more. */
  function flush({ eager = false }: { eager?: boolean } = {}): Promise<void> {
    wanted = { eager: eager || (wanted?.eager ?? false) }
    running ??= (async () => {
      try {
        while (wanted) {
          const { eager: isEager } = wanted
          wanted = null
          await oneAtATime(name, store, () => round(isEager))
        }
      } finally {
        running = null
      }
    })()
    return running
  }

  return {
    name,
    list: store.list,
    /** False: this device does not store everything, and closing this page loses something. */
    isKept: () => memory?.isKept() ?? true,
    /** Persists an item; resolves when it is stored on this device. */
    put: (id: string, content: Content) => notifyAfter(store.put(newItem<Content, Reply>(id, content))),
    /** Sends without persisting, for a device without storage. It is lost when the page closes. */
    sendWithoutPersisting: (id: string, content: Content) => send(newItem<Content, Reply>(id, content)),
    sendFileWithoutPersisting: (id: string, content: Content, file: ItemFile) =>
      sendFile(newItem<Content, Reply>(id, content), file),
    /** Queues an item again that was rejected or waited for sign-in; `content` replaces its content. */
    sendAgain: (id: string, content?: Content) =>
      notifyAfter(
        store.change(id, { state: 'waiting', problem: null, waitMs: 0, ...(content !== undefined && { content }) }),
      ),
    /** Replaces the content of an item that needs no more sending. */
    replaceContent: (id: string, content: Content) => notifyAfter(store.change(id, { content })),
    withdraw: (id: string) => notifyAfter(store.withdraw(id)),
    remove: (id: string) => notifyAfter(store.remove(id)),
    /** Removes an item once it was received this long ago; a clock that was set since begins the time anew. */
    removeAfter: async ({ id, receivedAt }: Item<Content, Reply>, forMs: number, nowMs = Date.now()): Promise<void> => {
      if (receivedAt === null || !hasPassed(receivedAt, forMs, nowMs)) return
      await (isClockSet(receivedAt, nowMs) ? store.change(id, { receivedAt: nowMs }) : notifyAfter(store.remove(id)))
    },
    filesOf: store.filesOf,
    addFile: (itemId: string, blob: Blob) => notifyAfter(store.putFile(newFile(itemId, blob))),
    removeFile: (id: string) => notifyAfter(store.removeFile(id)),
    moveFiles: (from: string, to: string) => notifyAfter(store.moveFiles(from, to)),
    sweep: () => store.sweepFiles(RETENTION_MS),
    flush,
    /** How long until the next attempt is due; null if no item waits for a time. */
    nextDueInMs: async () => nextDueInMs(await store.list(), { waitsFor, holdsAll }),
    /** Calls back after every change, in this tab or another; returns the unsubscribe function. */
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Outbox<Content, Reply> = ReturnType<typeof createOutbox<Content, Reply>>

export const newFile = (itemId: string, blob: Blob): ItemFile => ({
  id: crypto.randomUUID(),
  itemId,
  addedAt: Date.now(),
  blob,
  state: 'waiting',
  sendingSince: null,
  problem: null,
})

const failed = (cause: unknown): { is: 'waiting'; problem: { code: string; detail: string } } => ({
  is: 'waiting',
  problem: { code: 'internal', detail: String(cause) },
})

function settled<Content, Reply>(
  item: Item<Content, Reply>,
  outcome: Outcome<Content, Reply>,
): Partial<Item<Content, Reply>> {
  if (outcome.is === 'waiting')
    return { ...nextAttempt(item, outcome.retryAfterS), state: 'waiting', problem: outcome.problem }
  if (outcome.is === 'refused') return { state: 'refused', attempts: item.attempts + 1, problem: outcome.problem }
  if (outcome.is === 'sign_in') return { state: 'sign_in', attempts: item.attempts + 1, problem: null }
  const { reply, left } = outcome
  return { state: 'received', reply, content: left, problem: null, receivedAt: Date.now(), attempts: 0, waitMs: 0 }
}

/** For Background Sync. Rejects while items are left or cannot be read, so that the browser wakes the service worker again. */
export async function sendAll<Content, Reply>(outbox: Outbox<Content, Reply>): Promise<void> {
  await outbox.flush({ eager: true })
  if ((await outbox.nextDueInMs()) !== null || !outbox.isKept()) throw new Error('Something is left')
}
