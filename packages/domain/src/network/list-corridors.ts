import { listPage } from '../machinery/list-page.ts'
import { useCase } from '../machinery/use-case.ts'
import { listCorridors as operation } from './contract.ts'

/** Corridors by name, or the nearest first where a place is given. */
export const listCorridors = useCase(operation, (caller, { lat, lng, geometry, ...page }) =>
  listPage(caller, operation.name, page, 'list_corridors', {
    p_lat: lat,
    p_lng: lng,
    p_geometry: geometry === 'true',
  }),
)
