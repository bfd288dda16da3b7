import { processGlobal } from '@salama/domain/process-global'
import { inRootContext } from '@salama/domain/root-context'
import { DomainError, ERRORS } from '@salama/domain/shared'

// Streams outlast the checks of their request, and would hold up the end of this process.

type Bytes = Uint8Array<ArrayBuffer>
type Events = ReadableStream<Bytes>
/** TypeScript's has no `cancel` yet. */
type Checking = Transformer<Bytes, Bytes> & { cancel: () => void }

const CHECK_MS = 30_000

const open = processGlobal('event-streams', () => new Set<TransformStreamDefaultController>())

/** Ends them all: their clients connect again, to another process. */
export function endEventStreams(): void {
  for (const stream of open()) stream.terminate()
  open().clear()
}

const isRefusal = (error: unknown) => error instanceof DomainError && ERRORS[error.slug].status === 401

/** Passes events on until `identify` refuses their caller, as for a key that was revoked meanwhile. */
export function whileAllowed(events: Events, identify: () => Promise<unknown>): Events {
  let checkedAt = performance.now()
  let leave = () => {}
  const checking: Checking = {
    start(controller) {
      open().add(controller)
      leave = () => open().delete(controller)
    },
    async transform(chunk, controller) {
      const isDue = performance.now() - checkedAt > CHECK_MS
      if (isDue) checkedAt = performance.now()
      const isRefused = isDue && (await inRootContext(identify).then(() => false, isRefusal))
      if (!isRefused) return controller.enqueue(chunk)
      leave()
      controller.terminate()
    },
    flush: () => leave(),
    cancel: () => leave(),
  }
  return events.pipeThrough(new TransformStream(checking))
}
