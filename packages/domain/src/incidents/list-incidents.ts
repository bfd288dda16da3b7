import { type CursorOf, listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import { listIncidents as operation } from './contract.ts'

type Call = CursorOf & { fn: 'get_latest_incident_feed' | 'get_incident_feed_in_bounds' }

/** The SQL function and its arguments, which a cursor is bound to. */
export function callOf({ bbox, category }: InputOf<typeof operation>): Call {
  const { name: list } = operation
  if (bbox === undefined) return { list, fn: 'get_latest_incident_feed', conditions: { p_category: category } }
  const conditions = {
    p_min_lat: bbox.minLat,
    p_min_lng: bbox.minLng,
    p_max_lat: bbox.maxLat,
    p_max_lng: bbox.maxLng,
    p_category: category,
  }
  return { list, fn: 'get_incident_feed_in_bounds', conditions }
}

/** Live incidents, last seen first; inside a bounding box when one is given. */
export const listIncidents = useCase(operation, (caller, input) => {
  const { list, fn, conditions } = callOf(input)
  return listPage(caller, list, input, fn, conditions)
})
