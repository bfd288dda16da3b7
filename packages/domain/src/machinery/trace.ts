import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'
import { processGlobal } from './process-global.ts'

// Traces one request across processes (W3C Trace Context).
//
// A request may carry a `traceparent`; the log names its trace and every database call propagates it, so that one id
// finds all of it. A request without one starts a trace. Spans are dropped unless this process has a recorder (see
// `startTracing` in the package `http`); the ids are propagated either way.
//
// A span's name and attributes never contain a value from a client.

/** The current position in a trace. Hexadecimal, as in the header. */
export type Trace = { traceId: string; spanId: string; flags: string; state?: string | undefined }

export type Attributes = Record<string, string | number>
type Span = { trace: Trace; end: (outcome: { failed: boolean; attributes?: Attributes }) => void }

/** Starts a span under its parent, or a new trace. */
export type Recorder = (name: string, kind: 'server' | 'client', attributes: Attributes, parent?: Trace) => Span

const slot = processGlobal('trace', () => ({ current: new AsyncLocalStorage<Trace>(), record: onlyPassOn }))

/** Random bytes are drawn for hundreds of ids at once: each draw is a system call. */
const pool = Buffer.alloc(8_192)
let used = pool.length

function hex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}

const onlyPassOn: Recorder = (_name, _kind, _attributes, parent) => ({
  trace: { traceId: hex(16), flags: '00', ...parent, spanId: hex(8) },
  end: () => {},
})

export const newTraceId = (): string => hex(16)

/** Sends every span of this process to `record` from now on; without one, spans are dropped. */
export function recordSpans(record: Recorder = onlyPassOn): void {
  slot().record = record
}

export const currentTrace = (): Trace | undefined => slot().current.getStore()

/** Runs `work` as one span of the current trace, or of `parent`. */
export async function inSpan<T>(
  span: { name: string; kind: 'server' | 'client'; attributes?: Attributes; parent?: Trace | undefined },
  work: (end: (attributes: Attributes, failed: boolean) => void) => Promise<T>,
): Promise<T> {
  const { current, record } = slot()
  const begun = record(span.name, span.kind, span.attributes ?? {}, span.parent ?? current.getStore())
  let outcome: Parameters<Span['end']>[0] = { failed: false }
  const end = (attributes: Attributes, failed: boolean) => {
    outcome = { failed, attributes }
  }
  try {
    return await current.run(begun.trace, () => work(end))
  } catch (error) {
    outcome = { ...outcome, failed: true }
    throw error
  } finally {
    begun.end(outcome)
  }
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?=$|-)/
const TRACESTATE = /^[ -~]{1,512}$/

/** The trace of a request, if its header is valid (W3C Trace Context, section 3.2). */
export function readTrace(headers: Pick<Headers, 'get'>): Trace | undefined {
  const [whole = '', traceId, spanId, flags] = TRACEPARENT.exec(headers.get('traceparent') ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (whole.startsWith('00') && headers.get('traceparent') !== whole) return undefined
  const state = headers.get('tracestate') ?? ''
  return { traceId, spanId, flags, ...(TRACESTATE.test(state) && { state }) }
}

/** The headers with which a call of another process propagates the trace. */
export const traceHeaders = ({ traceId, spanId, flags, state }: Trace): Record<string, string> => ({
  traceparent: `00-${traceId}-${spanId}-${flags}`,
  ...(state !== undefined && { tracestate: state }),
})
