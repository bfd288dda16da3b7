/** Why something did not arrive, as a code that the app has words for. `network`: no answer came. */
export type Problem = { code: string; detail?: unknown }

/** How long a request of an outbox may take: nobody waits for it. */
export const SEND_TIMEOUT_MS = 30_000

/**
 * `waiting`: to be sent; `received`: the server has it; `refused`: it will not take it as it is; `sign_in`: it waits for
 * its person. Whether somebody is sending it just now is in `sendingSince`.
 */
type ItemState = 'waiting' | 'received' | 'refused' | 'sign_in'

/** One thing on its way to the server. Its id is made on this device, once, so that sending it again never doubles it. */
export type Item<Content, Reply> = {
  id: string
  /** When it was put here; also its place in the order of sending. */
  savedAt: number
  content: Content
  state: ItemState
  /** When a sender began with it; null while nobody does. */
  sendingSince: number | null
  attempts: number
  /** Not tried of its own accord before this. */
  notBefore: number
  problem: Problem | null
  reply: Reply | null
  /** When this device heard that the server has it. */
  receivedAt: number | null
}

/** A file that goes after its item, with a truth of its own. */
export type ItemFile = {
  id: string
  itemId: string
  addedAt: number
  blob: Blob
  state: 'waiting' | 'received' | 'refused'
  sendingSince: number | null
  problem: Problem | null
}

export type Entry<Content, Reply> = { item: Item<Content, Reply>; files: ItemFile[] }

/** What became of one attempt; `left` is what this device keeps of an item that has arrived. */
export type Outcome<Content, Reply> =
  | { is: 'received'; reply: Reply; left: Content }
  | { is: 'refused'; problem: Problem }
  | { is: 'sign_in' }
  | { is: 'waiting'; problem: Problem; retryAfterS?: number | null }

export type FileOutcome =
  | { is: 'received' }
  | { is: 'refused'; problem: Problem }
  | { is: 'waiting'; problem: Problem; retryAfterS?: number | null }

export const newItem = <Content, Reply>(id: string, content: Content, nowMs: number): Item<Content, Reply> => ({
  id,
  savedAt: nowMs,
  content,
  state: 'waiting',
  sendingSince: null,
  attempts: 0,
  notBefore: 0,
  problem: null,
  reply: null,
  receivedAt: null,
})

/** A sender that was killed leaves its mark behind; after this nobody believes it. */
const SENDER_DIES_MS = 150_000
export const isSending = (of: { sendingSince: number | null }, nowMs: number) =>
  of.sendingSince !== null && nowMs - of.sendingSince < SENDER_DIES_MS

/**
 * Where an item is, as a person is told. `saved`: on this phone, about to go; `sending`; `waiting`: it did not get through
 * and goes by itself; `sign_in`: it waits for its person; `refused`; `received`.
 */
export type ItemStatus = ItemState | 'saved' | 'sending'

export function itemStatus(
  item: Pick<Item<unknown, unknown>, 'state' | 'sendingSince' | 'attempts'>,
  nowMs: number,
): ItemStatus {
  if (item.state !== 'waiting') return item.state
  if (isSending(item, nowMs)) return 'sending'
  return item.attempts === 0 ? 'saved' : 'waiting'
}

/** Whether the server has all of it: the item, and every file that it takes. */
export const isDone = <Content, Reply>({ item, files }: Entry<Content, Reply>) =>
  item.state === 'received' && files.every((file) => file.state !== 'waiting')

const FIRST_MS = 2_000
const LONGEST_MS = 5 * 60_000

/** How long to wait after so many failures: doubled each time, up to five minutes, and never quite the same. */
export const backoffMs = (attempts: number, random = Math.random()) =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 12)) * (0.75 + random / 2)
