import { clockOf, hasPassed, type Moment, momentNow } from './elapsed.ts'

/** Why an item was not received, as a code for which the app has a message. `network`: no response. */
export type Problem = { code: string; detail?: unknown }

/** The timeout of an outbox request; long, because it runs in the background. */
export const SEND_TIMEOUT_MS = 30_000

/** `refused` by the server; `sign_in`: waits for its user. `sendingSince` says whether it is being sent now. */
type ItemState = 'waiting' | 'received' | 'refused' | 'sign_in'

/** An item to be sent to the server. Its id is created once on this device, so that sending it again is idempotent. */
export type Item<Content, Reply> = {
  id: string
  /** When it was added, by this device's clock. */
  savedAt: number
  /** The same, for telling how long ago that was whatever the clock shows by then. */
  saved?: Moment
  /** The order of sending, also where the clock was set back; given when it is stored. */
  order?: number
  content: Content
  state: ItemState
  /** When sending started; null while it is not being sent. */
  sendingSince: number | null
  attempts: number
  /** When the last attempt failed, and how long to wait after it before the next automatic one. */
  failedAt?: number
  waitMs?: number
  problem: Problem | null
  reply: Reply | null
  /** When the server's confirmation arrived. */
  receivedAt: number | null
}

/** A file that is sent after its item, with its own status. */
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

/** The result of one attempt; `left` is what this device keeps of a received item. */
export type Outcome<Content, Reply> =
  | { is: 'received'; reply: Reply; left: Content }
  | { is: 'refused'; problem: Problem }
  | { is: 'sign_in' }
  | { is: 'waiting'; problem: Problem; retryAfterS?: number | null }

export type FileOutcome =
  | { is: 'received' }
  | { is: 'refused'; problem: Problem }
  | { is: 'waiting'; problem: Problem; retryAfterS?: number | null }

export const newItem = <Content, Reply>(id: string, content: Content, nowMs = Date.now()): Item<Content, Reply> => ({
  id,
  savedAt: nowMs,
  saved: { ...momentNow(), at: nowMs },
  content,
  state: 'waiting',
  sendingSince: null,
  attempts: 0,
  problem: null,
  reply: null,
  receivedAt: null,
})

/** How long ago an item was added, whatever this device's clock shows by now. */
export const ageMs = ({ savedAt, saved }: Pick<Item<unknown, unknown>, 'savedAt' | 'saved'>) =>
  clockOf(saved ?? { at: savedAt, page: 0, tick: 0 }) - savedAt

/** A killed sender leaves `sendingSince` behind; after this time it is ignored. */
const SENDER_DIES_MS = 150_000
export const isSending = (of: { sendingSince: number | null }, nowMs: number) =>
  of.sendingSince !== null && !hasPassed(of.sendingSince, SENDER_DIES_MS, nowMs)

/**
 * The status of an item on the screen. `saved`: on this phone, to be sent soon; `sending`; `waiting`: an attempt failed
 * and will be retried automatically; `sign_in`: waits for its user to sign in; `refused`; `received`.
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

/** Whether the server has everything: the item, and every file that it accepts. */
export const isDone = <Content, Reply>({ item, files }: Entry<Content, Reply>) =>
  item.state === 'received' && files.every((file) => file.state !== 'waiting')
