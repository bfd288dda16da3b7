import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { decodeCursor, encodeCursor } from '../machinery/list-page.ts'
import { processGlobal } from '../machinery/process-global.ts'
import { inRequest } from '../machinery/request-scope.ts'
import { inRootContext } from '../machinery/root-context.ts'
import type { Caller } from '../shared/caller.ts'
import { DomainError } from '../shared/errors.ts'
import { PAGE_SIZE } from '../shared/limits.ts'
import type { InputOf } from '../shared/operation.ts'
import { IncidentChange, listIncidentChanges, STREAM_SECONDS, type streamIncidentChanges } from './changes-contract.ts'
import { type Entry, FeedTail, type Page } from './feed-tail.ts'

// The changes of the feed as server-sent events (WHATWG HTML, section 9.2).
//
// A stream first reads what it has missed, page by page as its client takes it, then waits for the process's one poller.
// A client that reads slowly falls back to pages of its own, so that no stream holds more than one page.

const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 3_000
/** A client that stopped reading is cut off so long after the end of its stream. */
const GRACE_MS = 30_000
const MOST = { ofCaller: 5, ofProcess: 500 }
const RETRY_AFTER_S = 30

/** Cursors are those of `/incidents/changes`. */
const LIST = { list: listIncidentChanges.name, conditions: {} }
const Position = z.object({ v: z.int() })
const SqlPage = z.object({ data: z.array(IncidentChange), more: z.boolean(), next: Position })

async function readAfter(caller: Caller, after: number | null): Promise<Page> {
  const from = after === null ? {} : { p_after: { v: after } }
  const found = await callRpc(caller, 'list_incident_changes', { p_limit: PAGE_SIZE.most, ...from })
  const { data, more, next } = SqlPage.parse(found)
  return { entries: data.map(entryOf), head: next.v, more }
}

const entryOf = (change: z.infer<typeof IncidentChange>): Entry => ({
  version: change.version,
  text: `id: ${encodeCursor(LIST, { v: change.version })}\ndata: ${JSON.stringify(change)}\n\n`,
})

const slot = processGlobal('incident-streams', () => ({
  tail: new FeedTail((after) =>
    inRootContext(() => readAfter({ kind: 'visitor', requestId: 'incident-streams' }, after)),
  ),
  /** Open streams by their caller. */
  open: new Map<string, number>(),
}))

/** Counts a stream of this caller. Returns what ends it. @throws {DomainError} `rate_limited` */
function takePlace(caller: Caller): () => void {
  const { open, tail } = slot()
  const who = caller.kind === 'apiKey' ? caller.keyId : caller.kind === 'user' ? caller.subject : ''
  const count = open.get(who) ?? 0
  if (count >= MOST.ofCaller || openStreams() >= MOST.ofProcess)
    throw new DomainError('rate_limited', { retryAfterS: RETRY_AFTER_S })
  open.set(who, count + 1)
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    const left = (open.get(who) ?? 1) - 1
    if (left > 0) open.set(who, left)
    else open.delete(who)
    if (open.size === 0) tail.stop()
  }
}

/** How many streams this process has open. */
export const openStreams = (): number => [...slot().open.values()].reduce((sum, each) => sum + each, 0)

/**
 * The changes after a cursor, then each as it happens.
 * @throws {DomainError} `rate_limited`, `invalid_request` for a cursor that is not known any more
 */
export async function openChangeStream(
  caller: Caller,
  { cursor, maxSeconds = STREAM_SECONDS }: InputOf<typeof streamIncidentChanges>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const after = cursor === undefined ? null : Position.parse(decodeCursor(LIST, cursor)).v
  const leave = takePlace(caller)
  try {
    return eventsOf(caller, await readAfter(caller, after), maxSeconds, leave)
  } catch (error) {
    leave()
    throw error
  }
}

function eventsOf(caller: Caller, first: Page, maxSeconds: number, leave: () => void) {
  const { tail } = slot()
  const encoder = new TextEncoder()
  const gone = new AbortController()
  const startedAt = performance.now()
  let page: Page | null = first
  let position = first.head
  let greeting = `retry: ${RECONNECT_MS}\n\n`
  const leftMs = (seconds: number) => startedAt + seconds * 1_000 - performance.now()

  /** The next events, or a comment; null at the end. */
  async function next(): Promise<string | null> {
    if (page === null && leftMs(maxSeconds) <= 0) return null
    if (leftMs(STREAM_SECONDS) <= 0) return null
    if (page === null && tail.after(position)?.length === 0)
      await tail.changed(position, Math.min(HEARTBEAT_MS, leftMs(maxSeconds)), gone.signal)
    const entries = page?.entries ?? tail.after(position)
    // What the poller holds begins later: this client was slow.
    const isBehind = entries === null || page?.more === true
    position = page?.head ?? entries?.at(-1)?.version ?? position
    page = isBehind ? await inRootContext(() => inRequest(gone.signal, () => readAfter(caller, position))) : null
    return entries?.map(({ text }) => text).join('') || ':\n\n'
  }

  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const cut = () => {
        end()
        controller.error(new Error('The client does not read its stream'))
      }
      const last = setTimeout(cut, STREAM_SECONDS * 1_000 + GRACE_MS).unref()
      const end = () => {
        clearTimeout(last)
        leave()
      }
      gone.signal.addEventListener('abort', end, { once: true })
    },
    async pull(controller) {
      try {
        const text = await next()
        if (gone.signal.aborted) return
        if (text !== null) controller.enqueue(encoder.encode(greeting + text))
        greeting = ''
        if (text === null) {
          gone.abort()
          controller.close()
        }
      } catch (error) {
        if (gone.signal.aborted) return
        gone.abort()
        controller.error(error)
      }
    },
    cancel: () => gone.abort(),
  })
}
