import type { listAdminAlerts } from '@salama/domain/admin-alerts/contract'
import type { ReplyOf } from '@salama/domain/shared'

type Alerts = ReplyOf<typeof listAdminAlerts>

const EVERY_MS = 4_000
/** The access token of a stream is not refreshed, and a role may have been taken away: it ends, and begins anew. */
const ENDS_MS = 10 * 60_000
const RECONNECT_MS = 3_000

/**
 * A stream of server-sent events (WHATWG HTML, section 9.2). Looks for new alerts every few seconds as its caller, so
 * that who is no admin any more gets nothing. `first` is sent at once; a line without an event keeps proxies awake.
 */
export function alertEvents(
  first: Alerts,
  poll: (after: number) => Promise<Alerts>,
  signal: AbortSignal,
  { everyMs = EVERY_MS, endsMs = ENDS_MS } = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const startedAt = Date.now()
  let last = first.data[0]?.id ?? 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return new ReadableStream({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      const end = () => {
        stop()
        try {
          controller.close()
        } catch {
          // The browser has closed it.
        }
      }
      const tick = async () => {
        try {
          const found = await poll(last)
          if (signal.aborted) return
          const [newest] = found.data
          if (newest) {
            last = newest.id
            send(eventOf(found))
          } else send(':\n\n')
          if (Date.now() - startedAt > endsMs) end()
          else timer = setTimeout(tick, everyMs)
        } catch {
          end()
        }
      }
      signal.addEventListener('abort', end, { once: true })
      send(`retry: ${RECONNECT_MS}\n\n${eventOf(first)}`)
      timer = setTimeout(tick, everyMs)
    },
    cancel: stop,
  })
}

const eventOf = (alerts: Alerts) =>
  `${alerts.data[0] ? `id: ${alerts.data[0].id}\n` : ''}data: ${JSON.stringify(alerts)}\n\n`
