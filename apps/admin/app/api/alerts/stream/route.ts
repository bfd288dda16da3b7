import { listAdminAlerts } from '@salama/domain/admin-alerts'
import { requireCaller, type UserCaller } from '@salama/session'
import { alertEvents } from '@/alerts/alert-events.ts'

/** Server-sent events: the alerts after the last one that the browser knows. Ends after some minutes; it reconnects. */
export async function GET(request: Request): Promise<Response> {
  const caller = await requireCaller().catch(() => null)
  if (!caller) return new Response(null, { status: 401 })
  const first = await poll(caller, lastKnown(request)).catch(() => null)
  if (!first) return new Response(null, { status: 403 })
  return new Response(
    alertEvents(first, (after) => poll(caller, after), request.signal),
    {
      headers: {
        'content-type': 'text/event-stream',
        // Compression would hold events back.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    },
  )
}

const poll = (caller: UserCaller, after: number | undefined) =>
  listAdminAlerts(caller, after === undefined ? {} : { after })

/** A browser that reconnects sends the id of the last event. */
function lastKnown(request: Request): number | undefined {
  const sent = Number(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '')
  return Number.isSafeInteger(sent) && sent > 0 ? sent : undefined
}
