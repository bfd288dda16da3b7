import { callRpc } from '../machinery/call-rpc.ts'
import { decodeCursor, encodeCursor } from '../machinery/cursor.ts'
import { useCase } from '../machinery/use-case.ts'
import { listIncidents as operation } from './contract.ts'
import { feedPage } from './feed-page.ts'

/** Live incidents, last seen first; inside a box when one is given. */
export const listIncidents = useCase(operation, async (caller, input) => {
  const common = {
    p_category: input.category,
    p_limit: input.limit,
    p_after: decodeCursor(operation.name, input.cursor),
  }
  const reply = feedPage.parse(
    input.bbox === undefined
      ? await callRpc(caller, 'get_latest_incident_feed', common)
      : await callRpc(caller, 'get_incident_feed_in_bounds', {
          p_min_lat: input.bbox.minLat,
          p_min_lng: input.bbox.minLng,
          p_max_lat: input.bbox.maxLat,
          p_max_lng: input.bbox.maxLng,
          ...common,
        }),
  )
  return { ...reply, page: { nextCursor: encodeCursor(operation.name, reply.next) } }
})
