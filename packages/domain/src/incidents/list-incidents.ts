import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listIncidents as operation } from './contract.ts'

/** Live incidents, last seen first; inside a bounding box when one is given. */
export const listIncidents = useCase(operation, (caller, input) => {
  const category = { p_category: input.category }
  return input.bbox === undefined
    ? listPage(caller, operation.name, input, 'get_latest_incident_feed', category)
    : listPage(caller, operation.name, input, 'get_incident_feed_in_bounds', {
        p_min_lat: input.bbox.minLat,
        p_min_lng: input.bbox.minLng,
        p_max_lat: input.bbox.maxLat,
        p_max_lng: input.bbox.maxLng,
        ...category,
      })
})
