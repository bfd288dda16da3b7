import { type CursorOf, listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import type { InputOf } from '../shared/operation.ts'
import { listPastIncidents as history, listIncidents as operation } from './list-contract.ts'

type Input = InputOf<typeof operation>
type Call = CursorOf & {
  fn: 'get_latest_incident_feed' | 'get_incident_feed_in_bounds' | 'filter_incidents'
}

const boxOf = ({ bbox }: Input) =>
  bbox && { p_min_lat: bbox.minLat, p_min_lng: bbox.minLng, p_max_lat: bbox.maxLat, p_max_lng: bbox.maxLng }

const filtersOf = (input: Input) => ({
  ...boxOf(input),
  p_category: input.category,
  p_corroboration: input.corroboration,
  p_since: input.since,
  p_until: input.until,
  p_route_id: input.routeId,
  p_stop_id: input.stopId,
  p_corridor_id: input.corridorId,
})

/** The SQL function and its arguments, which a cursor is bound to. */
export function callOf(input: Input): Call & { category: string | undefined } {
  const { limit: _, cursor: __, bbox, category: categories = [], ...others } = input
  const { name: list } = operation
  const [category, second] = categories
  if (second !== undefined || Object.values(others).some((value) => value !== undefined))
    return { list, fn: 'filter_incidents', conditions: filtersOf(input), category }
  if (bbox === undefined)
    return { list, fn: 'get_latest_incident_feed', conditions: { p_category: category }, category }
  return { list, fn: 'get_incident_feed_in_bounds', conditions: { ...boxOf(input), p_category: category }, category }
}

/** Live incidents, last seen first. */
export const listIncidents = useCase(operation, (caller, input) => {
  const { list, fn, conditions } = callOf(input)
  return listPage(caller, list, input, fn, conditions)
})

/** Incidents that are over, last seen first. */
export const listPastIncidents = useCase(history, (caller, input) =>
  listPage(caller, history.name, input, 'filter_incidents', { ...filtersOf(input), p_over: true }),
)
