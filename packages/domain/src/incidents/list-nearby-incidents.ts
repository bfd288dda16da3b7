import { callRpc } from '../machinery/call-rpc.ts'
import { decodeCursor, encodeCursor } from '../machinery/cursor.ts'
import { useCase } from '../machinery/use-case.ts'
import { listNearbyIncidents as operation } from './contract.ts'
import { feedPage } from './feed-page.ts'

/** Live incidents within a radius, nearest first. The search itself is supabase/schemas/30_incidents/get_incident_feed.sql. */
export const listNearbyIncidents = useCase(operation, async (caller, input) => {
  const reply = feedPage.parse(
    await callRpc(caller, 'get_incident_feed_nearby', {
      p_lat: input.lat,
      p_lng: input.lng,
      p_radius_m: input.radiusM,
      p_category: input.category,
      p_limit: input.limit,
      p_after: decodeCursor(operation.name, input.cursor),
    }),
  )
  return { ...reply, page: { nextCursor: encodeCursor(operation.name, reply.next) } }
})
