import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listNearbyIncidents as operation } from './contract.ts'

/** Live incidents within a radius, nearest first. The search itself is supabase/schemas/30_incidents/get_incident_feed.sql. */
export const listNearbyIncidents = useCase(operation, (caller, input) =>
  listPage(caller, operation.name, input, 'get_incident_feed_nearby', {
    p_lat: input.lat,
    p_lng: input.lng,
    p_radius_m: input.radiusM,
    p_category: input.category,
  }),
)
